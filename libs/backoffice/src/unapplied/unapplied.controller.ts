import { Body, Query, Req } from '@nestjs/common';
import { type UnappliedPayment, UnappliedPayments } from '@app/checkout';
import { type CommandCall, Commands } from '@app/database';
import {
  Call,
  GetAction,
  PostAction,
  QueryInt,
  type StaffRole,
  Text,
  Uuid,
  WireController,
  type WireRequest,
} from '@app/http';
import { actorOf, AuditLog } from '../audit-log';
import { DecideUnapplied } from './decide-unapplied';

const READERS: StaffRole[] = ['support', 'finance'];
const FINANCE = { credentials: ['staff'], roles: ['finance'], idempotent: true } as const;

class ListQuery {
  @QueryInt({ min: 1, max: 1_000_000, fallback: 1 })
  page: number;

  @QueryInt({ min: 1, max: 100, fallback: 20 })
  per_page: number;
}

class DecisionBody {
  @Uuid()
  id: string;

  @Text({ min: 3, description: 'Kept in the audit log' })
  reason: string;
}

/** `admin.php?section=unapplied`: money that came too late, twice, or in another amount. */
@WireController('admin.php')
export class UnappliedController {
  constructor(
    private readonly commands: Commands,
    private readonly payments: UnappliedPayments,
    private readonly audit: AuditLog,
  ) {}

  @GetAction('unapplied/list', {
    summary: 'Payments that no session could take, the oldest first',
    credentials: ['staff'],
    roles: READERS,
  })
  async list(@Query() { page, per_page }: ListQuery, @Req() request: WireRequest) {
    const found = await this.payments.list(page, per_page);
    await this.audit.append(request, { action: 'unapplied.list' });
    return found.map(unappliedJson);
  }

  @PostAction('unapplied/refund', { ...FINANCE, summary: 'Send a payment back the way it came' })
  refund(@Req() request: WireRequest, @Call() call: CommandCall, @Body() body: DecisionBody) {
    return this.decide('refund', request, call, body);
  }

  @PostAction('unapplied/apply', {
    ...FINANCE,
    summary: 'Credit the merchant; a session that is still open is closed',
  })
  apply(@Req() request: WireRequest, @Call() call: CommandCall, @Body() body: DecisionBody) {
    return this.decide('apply', request, call, body);
  }

  private decide(
    decision: 'refund' | 'apply',
    request: WireRequest,
    call: CommandCall,
    { id, reason }: DecisionBody,
  ) {
    const command = new DecideUnapplied(actorOf(request), decision, id.toLowerCase(), reason);
    return this.commands.answer(call, command, (amount) => ({
      id: id.toLowerCase(),
      status: decision === 'refund' ? 'refunding' : 'applied',
      amount: amount.toJsonNumber(),
      currency: amount.currency,
    }));
  }
}

function unappliedJson(payment: UnappliedPayment) {
  return {
    id: payment.id,
    session_id: payment.sessionId,
    owner_id: payment.ownerId,
    method: payment.method,
    reason: payment.reason,
    amount: payment.received.toJsonNumber(),
    currency: payment.received.currency,
    gateway: payment.gateway,
    gateway_transaction_id: payment.gatewayTransactionId,
    status: payment.isReturning ? 'refunding' : 'unapplied',
    failure: payment.failure,
    received_at: payment.receivedAt.toISOString(),
  };
}
