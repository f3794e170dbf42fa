import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '@app/kernel';
import type { Refund } from '../refund.aggregate';
import { RefundRepository } from '../refund.repository';
import { CheckoutSessionRepository } from '../../sessions/checkout-session.repository';

export type RefundOutcome =
  | { kind: 'done'; refundId: string }
  /** The gateway will not: the money stays in the staff's queue. */
  | { kind: 'refused'; reason: string }
  /** It has taken the request, and may yet fail to carry it out. */
  | { kind: 'pending'; refundId: string }
  /** It may have gone, and asking again would not tell: the money stays in the staff's queue. */
  | { kind: 'unclear'; reason: string };

/** Writes down what became of a refund. */
export class RecordRefund extends Command<void> {
  constructor(
    readonly attemptId: string,
    readonly outcome: RefundOutcome,
  ) {
    super();
  }
}

@CommandHandler(RecordRefund)
export class RecordRefundHandler implements ICommandHandler<RecordRefund> {
  constructor(
    private readonly refunds: RefundRepository,
    private readonly sessions: CheckoutSessionRepository,
    private readonly clock: Clock,
  ) {}

  async execute({ attemptId, outcome }: RecordRefund): Promise<void> {
    const refund = await this.refunds.byId(attemptId);
    if (refund.status !== 'unapplied') return;
    await this.record(refund, outcome);
    this.refunds.save(refund);
  }

  private async record(refund: Refund, outcome: RefundOutcome): Promise<void> {
    if (outcome.kind === 'refused') return refund.refundRefused(outcome.reason);
    if (outcome.kind === 'unclear') return refund.refundStopped(outcome.reason);
    const { kind, refundId } = outcome;
    if (await this.refunds.hasOtherRefund(refund, refundId))
      return refund.refundStopped(
        `The payment company answered with ${refundId}, under which another payment was refunded: look it up there`,
      );
    const now = this.clock.now();
    if (kind === 'pending') return refund.refundPending(refundId, now);
    const { sessionId } = await this.sessions.byId(refund.checkoutSessionId);
    refund.refunded(refundId, sessionId, now);
  }
}
