import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { addSeconds, Clock, type Money, Times } from '@app/kernel';
import type { Refund } from '../refund.aggregate';
import { courseOf, simulatedEnd } from '../refund-course.policy';
import { RefundRepository } from '../refund.repository';
import type { RefundRail } from '../refund.states';
import { RefundTokensService } from '../refund-tokens.service';
import { UnappliedPaymentsService } from '../unapplied-payments.service';

const POSTPONED_SECONDS = 600;

export type RefundOutcome =
  /** `fee`: what the provider of an account takes for it. */
  | { kind: 'done'; providerId: string; fee?: Money | null }
  /** The company will not send it. */
  | { kind: 'refused'; reason: string }
  /** It sends back no payment of this method. */
  | { kind: 'unsupported'; reason: string }
  /** Nothing was sent, and it is sent later; null: in a few minutes. */
  | { kind: 'postponed'; until: Date | null }
  /** The provider of an account does not know it. */
  | { kind: 'absent' }
  /** It has taken the request, and may yet fail to carry it out. */
  | { kind: 'pending'; providerId: string }
  /** It may have gone, and asking again would not tell: staff decide. */
  | { kind: 'unclear'; reason: string };

/** Records the result of a refund that was sent or asked about on this rail. */
export class RecordRefund extends Command<void> {
  constructor(
    readonly id: string,
    readonly rail: RefundRail,
    readonly outcome: RefundOutcome,
  ) {
    super();
  }
}

@CommandHandler(RecordRefund)
export class RecordRefundHandler implements ICommandHandler<RecordRefund> {
  constructor(
    private readonly refunds: RefundRepository,
    private readonly tokens: RefundTokensService,
    private readonly unapplied: UnappliedPaymentsService,
    private readonly clock: Clock,
    private readonly times: Times,
  ) {}

  async execute({ id, rail, outcome }: RecordRefund): Promise<void> {
    const refund = await this.refunds.byId(id);
    if (refund.status !== 'pending') return;
    if (refund.rail === rail) await this.record(refund, outcome);
    else if (outcome.kind !== 'done' && outcome.kind !== 'pending') return;
    else if (refund.returnToCompany()) await this.record(refund, outcome);
    else refund.stop(`The payment company answered late, with ${outcome.providerId}: look it up there`);
    this.refunds.save(refund);
  }

  private async record(refund: Refund, outcome: RefundOutcome): Promise<void> {
    const now = this.clock.now();
    // Test refunds end in the time of the test clock of their app.
    const endedAt = await this.times.of(refund);
    switch (outcome.kind) {
      case 'refused':
        return refund.refuse(outcome.reason, endedAt);
      case 'unsupported':
        return refund.askForAccount(outcome.reason, this.tokens.hashOf(refund.id), endedAt);
      case 'unclear':
        return refund.stop(outcome.reason);
      case 'postponed':
        return refund.postpone(outcome.until ?? addSeconds(now, POSTPONED_SECONDS));
      case 'absent':
        return refund.noteAbsence(now);
      case 'pending':
      case 'done':
        return this.recordTaken(refund, outcome, now, endedAt);
    }
  }

  private async recordTaken(
    refund: Refund,
    outcome: RefundOutcome & { kind: 'pending' | 'done' },
    now: Date,
    endedAt: Date,
  ): Promise<void> {
    const { providerId } = outcome;
    if (await this.refunds.hasOther(refund, providerId))
      return refund.stop(
        `The payment company answered with ${providerId}, which is the name of another refund: look it up there`,
      );
    if (outcome.kind === 'pending')
      return refund.take(providerId, now, courseOf(refund) === 'pending' ? simulatedEnd(refund) : undefined);
    refund.complete(providerId, endedAt, outcome.fee);
    await this.unapplied.refunded(refund, endedAt);
  }
}
