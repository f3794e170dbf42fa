import { Body, Query, Req } from '@nestjs/common';
import { type RequestContext, Commands } from '@app/write-path';
import {
  AuditLog,
  Bool,
  By,
  Context,
  GetAction,
  PostAction,
  QueryInt,
  type StaffRole,
  Text,
  type UserCaller,
  Uuid,
  WireController,
  type WireRequest,
} from '@app/http';
import { DecideUnapplied, STATUS_AFTER, type UnappliedDecision } from './commands/decide-unapplied';
import { type UnappliedPayment, UnappliedPayments } from './unapplied-payments.service';

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

  @Bool({
    optional: true,
    description:
      'true: the company was asked, and it has not sent this back; required where an earlier request went unanswered, ' +
      'since the money could go twice',
  })
  not_sent?: boolean;
}

class SettleUnappliedBody {
  @Uuid()
  id: string;

  @Text({ max: 100, description: 'Under which the company, or whoever sent it by hand, has the refund' })
  refund_id: string;

  @Text({ min: 3, description: 'Kept in the audit log' })
  reason: string;
}

/** `admin.php?section=unapplied`: money that came too late, twice, or in another amount. */
@WireController('admin.php')
export class UnappliedPaymentsController {
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
    return found.map(unappliedView);
  }

  @PostAction('unapplied/refund', {
    ...FINANCE,
    summary: 'Send a payment back the way it came; one that may have gone already, only with not_sent',
    audit: 'unapplied.refund',
  })
  refund(@By() caller: UserCaller, @Context() context: RequestContext, @Body() body: DecisionBody) {
    return this.decide(caller, context, body, { action: 'refund', isUnsent: body.not_sent ?? false });
  }

  @PostAction('unapplied/apply', {
    ...FINANCE,
    summary: 'Credit the merchant; a session that is still open is closed',
    audit: 'unapplied.apply',
  })
  apply(@By() caller: UserCaller, @Context() context: RequestContext, @Body() body: DecisionBody) {
    return this.decide(caller, context, body, { action: 'apply', isUnsent: body.not_sent ?? false });
  }

  @PostAction('unapplied/settle', {
    ...FINANCE,
    summary:
      'Record that a payment has gone back, as the company says or by hand; nobody is asked to send it',
    audit: 'unapplied.settle',
  })
  settle(@By() caller: UserCaller, @Context() context: RequestContext, @Body() body: SettleUnappliedBody) {
    return this.decide(caller, context, body, { action: 'settle', refundId: body.refund_id });
  }

  private decide(
    caller: UserCaller,
    context: RequestContext,
    { id, reason }: { id: string; reason: string },
    decision: UnappliedDecision,
  ) {
    const command = new DecideUnapplied(caller, decision, id.toLowerCase(), reason);
    return this.commands.answer(context, command, ({ amount, applied }) => ({
      id: id.toLowerCase(),
      status: STATUS_AFTER[decision.action],
      amount: amount.toJsonNumber(),
      currency: amount.currency,
      ...(applied && { account_id: applied.accountId, new_balance: applied.newBalance }),
    }));
  }
}

function unappliedView(payment: UnappliedPayment) {
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
    refund_id: payment.refundId,
    failure: payment.failure,
    received_at: payment.receivedAt.toISOString(),
  };
}
