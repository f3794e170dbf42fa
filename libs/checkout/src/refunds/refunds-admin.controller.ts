import { Body, Query, Req, type Type } from '@nestjs/common';
import {
  GetAction,
  PostAction,
  StaffActionsService,
  type StaffRole,
  type UserCaller,
  WireController,
  type WireRequest,
} from '@app/http';
import { Clock } from '@app/kernel';
import { DecideRefund, type RefundDecision } from './commands/decide-refund';
import { lateBefore } from './refund.states';
import { type RefundFacts, staffRefundView } from './refund.view';
import {
  DecideRefundBody,
  RefundQuery,
  ReturnRefundBody,
  SettleRefundBody,
  StaffRefundListQuery,
} from './refunds.dto';
import { RefundListsService } from './refund-lists.service';

const READ = { credentials: ['staff'], roles: ['support', 'finance'] as StaffRole[] } as const;
const DECIDE = {
  credentials: ['staff'],
  roles: ['finance'],
  idempotent: true,
  refusals: ['INVALID_STATE', 'LIMIT_REACHED', 'NOT_FOUND'],
} as const;

/** `admin.php?section=refunds`: refunds that have not ended, and what finance decides about them. */
@WireController('admin.php')
export class RefundsAdminController {
  private readonly answerSettle;
  private readonly answerRetry;
  private readonly answerFail;
  private readonly answerReturn;

  constructor(
    private readonly refunds: RefundListsService,
    private readonly clock: Clock,
    actions: StaffActionsService,
  ) {
    this.answerSettle = actions.register(
      decision('settle', SettleRefundBody, ({ provider_id: providerId }) => ({
        action: 'settle',
        providerId,
      })),
    );
    this.answerRetry = actions.register(
      decision('retry', DecideRefundBody, ({ not_sent: isUnsent = false }) => ({
        action: 'retry',
        isUnsent,
      })),
    );
    this.answerFail = actions.register(
      decision('fail', DecideRefundBody, ({ not_sent: isUnsent = false }) => ({ action: 'fail', isUnsent })),
    );
    this.answerReturn = actions.register(decision('return', ReturnRefundBody, () => ({ action: 'return' })));
  }

  @GetAction('refunds/list', { ...READ, summary: 'Live refunds, the oldest first; pending ones by default' })
  async list(@Query() query: StaffRefundListQuery) {
    const { status = 'pending', source, late } = query;
    const takenBefore = late === 'true' ? lateBefore(this.clock.now()) : undefined;
    return (await this.refunds.ofAll({ status, source, takenBefore }, query)).map(staffRefundView);
  }

  @GetAction('refunds/show', { ...READ, summary: 'One live refund', refusals: ['NOT_FOUND'] })
  async show(@Query() { refund_id }: RefundQuery) {
    const refund = await this.refunds.live(refund_id);
    return { refund: { ...staffRefundView(refund), ...(await this.refunds.holderOf(refund)) } };
  }

  @PostAction('refunds/settle', {
    ...DECIDE,
    summary: 'Record that a refund was sent, by the company or by hand',
  })
  settle(@Req() request: WireRequest, @Body() body: SettleRefundBody) {
    return this.answerSettle(request, body);
  }

  @PostAction('refunds/retry', {
    ...DECIDE,
    summary: 'Send a refund again; one that may have gone already, only with not_sent',
  })
  retry(@Req() request: WireRequest, @Body() body: DecideRefundBody) {
    return this.answerRetry(request, body);
  }

  @PostAction('refunds/fail', {
    ...DECIDE,
    summary: 'End a refund that was not sent: the merchant has the money again',
  })
  fail(@Req() request: WireRequest, @Body() body: DecideRefundBody) {
    return this.answerFail(request, body);
  }

  @PostAction('refunds/return', {
    ...DECIDE,
    summary: 'Record that the company has the money of a completed refund again: the merchant gets it',
  })
  recordReturn(@Req() request: WireRequest, @Body() body: ReturnRefundBody) {
    return this.answerReturn(request, body);
  }
}

/** One of the decisions about a refund, whose command is the same. */
function decision<B extends { refund_id: string; reason: string }>(
  name: RefundDecision['action'],
  body: Type<B>,
  decide: (body: B) => RefundDecision,
) {
  return {
    name: `refunds.${name}`,
    body,
    command: (caller: UserCaller, given: B) =>
      new DecideRefund(caller, given.refund_id, decide(given), given.reason),
    present: (refund: RefundFacts) => ({ refund: staffRefundView(refund) }),
    facts: ({ charge }: RefundFacts) => ({ amounts: [charge] }),
    volatile: ['due_at', 'ended_at', 'completed_at', 'returned_at'],
  };
}
