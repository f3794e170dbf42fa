import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock, Times } from '@app/kernel';
import type { Refund } from '../refund.aggregate';
import { courseOf, simulatedEnd } from '../refund-course.policy';
import { RefundRepository } from '../refund.repository';
import { UnappliedPaymentsService } from '../unapplied-payments.service';

export type RefundOutcome =
  | { kind: 'done'; providerId: string }
  /** The company will not send it. */
  | { kind: 'refused'; reason: string }
  /** It has taken the request, and may yet fail to carry it out. */
  | { kind: 'pending'; providerId: string }
  /** It takes no requests at the moment. */
  | { kind: 'postponed' }
  /** It may have gone, and asking again would not tell: staff decide. */
  | { kind: 'unclear'; reason: string };

/** Records the result of a refund. */
export class RecordRefund extends Command<void> {
  constructor(
    readonly id: string,
    readonly outcome: RefundOutcome,
  ) {
    super();
  }
}

@CommandHandler(RecordRefund)
export class RecordRefundHandler implements ICommandHandler<RecordRefund> {
  constructor(
    private readonly refunds: RefundRepository,
    private readonly unapplied: UnappliedPaymentsService,
    private readonly clock: Clock,
    private readonly times: Times,
  ) {}

  async execute({ id, outcome }: RecordRefund): Promise<void> {
    const refund = await this.refunds.byId(id);
    if (refund.status !== 'pending') return;
    await this.record(refund, outcome);
    this.refunds.save(refund);
  }

  private async record(refund: Refund, outcome: RefundOutcome): Promise<void> {
    const now = this.clock.now();
    // Test refunds end in the time of the test clock of their app.
    const endedAt = await this.times.of(refund);
    if (outcome.kind === 'refused') return refund.refuse(outcome.reason, endedAt);
    if (outcome.kind === 'postponed') return refund.postpone(now);
    if (outcome.kind === 'unclear') return refund.stop(outcome.reason);
    const { kind, providerId } = outcome;
    if (await this.refunds.hasOther(refund, providerId))
      return refund.stop(
        `The payment company answered with ${providerId}, which is the name of another refund: look it up there`,
      );
    if (kind === 'pending')
      return refund.take(providerId, now, courseOf(refund) === 'pending' ? simulatedEnd(refund) : undefined);
    refund.complete(providerId, endedAt);
    await this.unapplied.refunded(refund, endedAt);
  }
}
