import { Body, Query, Req, type Type } from '@nestjs/common';
import {
  Bool,
  Code,
  GetAction,
  Lines,
  PagedQuery,
  PostAction,
  StaffActionsService,
  type StaffRole,
  type UserCaller,
  Uuid,
  WireController,
  type WireRequest,
} from '@app/http';
import {
  type DecidedPayment,
  DecideUnapplied,
  STATUS_AFTER,
  type UnappliedDecision,
} from './commands/decide-unapplied';
import { type UnappliedPayment, UnappliedPaymentsService } from './unapplied-payments.service';

const READERS: StaffRole[] = ['support', 'finance'];
const FINANCE = { credentials: ['staff'], roles: ['finance'], idempotent: true } as const;

class DecisionBody {
  @Uuid()
  id: string;

  @Lines({ min: 3, description: 'Kept in the audit log' })
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

  @Code({
    max: 100,
    description: 'Reference of the refund at the provider, or of the transfer that was made by hand',
  })
  refund_id: string;

  @Lines({ min: 3, description: 'Kept in the audit log' })
  reason: string;
}

/** `admin.php?section=unapplied`: money that came too late, twice, or in another amount. */
@WireController('admin.php')
export class UnappliedPaymentsController {
  private readonly answerRefund;
  private readonly answerApply;
  private readonly answerSettle;

  constructor(
    private readonly payments: UnappliedPaymentsService,
    actions: StaffActionsService,
  ) {
    this.answerRefund = actions.register(
      decision('refund', DecisionBody, ({ not_sent: isUnsent = false }) => ({ action: 'refund', isUnsent })),
    );
    this.answerApply = actions.register(
      decision('apply', DecisionBody, ({ not_sent: isUnsent = false }) => ({ action: 'apply', isUnsent })),
    );
    this.answerSettle = actions.register(
      decision('settle', SettleUnappliedBody, ({ refund_id }) => ({ action: 'settle', refundId: refund_id })),
    );
  }

  @GetAction('unapplied/list', {
    summary: 'Payments that no session could take, the oldest first',
    credentials: ['staff'],
    roles: READERS,
  })
  async list(@Query() query: PagedQuery) {
    return (await this.payments.list(query)).map(unappliedView);
  }

  @PostAction('unapplied/refund', {
    ...FINANCE,
    summary: 'Send a payment back the way it came; one that may have gone already, only with not_sent',
    refusals: ['INVALID_STATE', 'LIMIT_REACHED', 'NOT_FOUND', 'SESSION_EXPIRED'],
  })
  refund(@Req() request: WireRequest, @Body() body: DecisionBody) {
    return this.answerRefund(request, body);
  }

  @PostAction('unapplied/apply', {
    ...FINANCE,
    summary: 'Credit the merchant; a session that is still open is closed',
    refusals: ['INVALID_STATE', 'LIMIT_REACHED', 'NOT_FOUND', 'SESSION_EXPIRED'],
  })
  apply(@Req() request: WireRequest, @Body() body: DecisionBody) {
    return this.answerApply(request, body);
  }

  @PostAction('unapplied/settle', {
    ...FINANCE,
    summary: 'Record that a payment was returned by its company or by hand; no refund is requested',
    refusals: ['INVALID_STATE', 'LIMIT_REACHED', 'NOT_FOUND', 'SESSION_EXPIRED'],
  })
  settle(@Req() request: WireRequest, @Body() body: SettleUnappliedBody) {
    return this.answerSettle(request, body);
  }
}

/** One of the three decisions about an unapplied payment, whose command is the same. */
function decision<B extends { id: string; reason: string }>(
  name: UnappliedDecision['action'],
  body: Type<B>,
  decide: (body: B) => UnappliedDecision,
) {
  return {
    name: `unapplied.${name}`,
    body,
    command: (caller: UserCaller, given: B) =>
      new DecideUnapplied(caller, decide(given), given.id.toLowerCase(), given.reason),
    present: ({ id, amount, applied }: DecidedPayment) => ({
      id,
      status: STATUS_AFTER[name],
      amount: amount.toJsonNumber(),
      currency: amount.currency,
      ...(applied && { account_id: applied.accountId, new_balance: applied.newBalance }),
    }),
    facts: ({ amount }: DecidedPayment) => ({ amounts: [amount] }),
    volatile: ['new_balance'],
  };
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
