import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { UserDirectoryQueries } from '@app/accounts';
import type { UserCaller } from '@app/http';
import { Clock } from '@app/kernel';
import { UnitOfWork } from '@app/write-path';
import { mayHaveBeenSent } from '../../common/checkout.errors';
import { PaymentPartiesQueries } from '../payment-parties.queries';
import type { Refund } from '../refund.aggregate';
import { refundEnded } from '../refund.errors';
import { RefundRepository } from '../refund.repository';
import { UnappliedPaymentsService } from '../unapplied-payments.service';

export type RefundDecision =
  /** It has gone, under this name of the company, or by hand. */
  | { action: 'settle'; providerId: string }
  /** It is sent again, or it fails; `isUnsent`: the company was asked, and it has not gone. */
  | { action: 'retry' | 'fail'; isUnsent: boolean }
  /** It was completed, and the company has the money again. */
  | { action: 'return' };

/** What staff decide about a live refund. */
export class DecideRefund extends Command<Refund> {
  constructor(
    readonly caller: UserCaller,
    readonly refundId: string,
    readonly decision: RefundDecision,
    readonly reason: string,
  ) {
    super();
  }
}

@CommandHandler(DecideRefund)
export class DecideRefundHandler implements ICommandHandler<DecideRefund> {
  constructor(
    private readonly refunds: RefundRepository,
    private readonly unapplied: UnappliedPaymentsService,
    private readonly parties: PaymentPartiesQueries,
    private readonly directory: UserDirectoryQueries,
    private readonly unit: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** FORBIDDEN where the caller is the merchant, the payer, or a party of the payment's escrow. */
  async execute({ caller, refundId, decision, reason }: DecideRefund): Promise<Refund> {
    const refund = await this.refunds.byRefundId(refundId, 'live');
    for (const party of await this.parties.ofRefund(refund))
      await this.directory.assertOfAnotherPerson(caller, party, 'decide a refund');
    if (decision.action !== 'return' && refund.status !== 'pending') throw refundEnded(refund.status);
    const before = { status: refund.status, stage: refund.stage };
    await this.apply(refund, decision, reason);
    this.refunds.save(refund);
    const { status, stage, charge } = refund;
    this.unit.audit({
      subject: refund.refundId,
      before,
      after: { status, stage, amount: charge.text, currency: charge.currency, ...detailsOf(decision) },
      reason,
    });
    return refund;
  }

  private async apply(refund: Refund, decision: RefundDecision, reason: string): Promise<void> {
    const now = this.clock.now();
    if (decision.action === 'return') return refund.recordReturn(now);
    if (decision.action === 'settle') {
      refund.settle(decision.providerId, now);
      return this.unapplied.refunded(refund, now);
    }
    if (refund.mayHaveGone && !decision.isUnsent) throw mayHaveBeenSent();
    if (decision.action === 'retry') refund.order(now, decision.isUnsent);
    else refund.giveUp(reason, now);
  }
}

function detailsOf(decision: RefundDecision): object {
  if (decision.action === 'settle') return { provider_id: decision.providerId };
  return 'isUnsent' in decision && decision.isUnsent ? { not_sent: true } : {};
}
