import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock, type Mode, type Money, Times } from '@app/kernel';
import { courseOf, isInTestTime, type RefundCourse } from '../refund-course.policy';
import { type RefundPayout, RefundRailsService } from '../refund-rails.service';
import { RefundRepository } from '../refund.repository';
import type { PaymentMethod } from '../../common/payment-methods.policy';

export interface DueRefund {
  mode: Mode;
  method: PaymentMethod;
  gatewayTransactionId: string;
  amount: Money;
  /** One per refund, so that the company recognises a repeat. */
  reference: string;
  /** The company's name for a refund that it has taken and not carried out: to be asked about; null: to be sent. */
  providerId: string | null;
  /** What a test refund has ordered to happen; null: the company decides. */
  course: RefundCourse | null;
  /** Null where it goes back through the company. */
  payout: RefundPayout | null;
}

/**
 * Claims a due refund before the company is called; null where another process has it, it has ended, or another refund of
 * the same payment is being sent.
 */
export class ClaimRefund extends Command<DueRefund | null> {
  constructor(readonly id: string) {
    super();
  }
}

@CommandHandler(ClaimRefund)
export class ClaimRefundHandler implements ICommandHandler<ClaimRefund> {
  constructor(
    private readonly refunds: RefundRepository,
    private readonly rails: RefundRailsService,
    private readonly clock: Clock,
    private readonly times: Times,
  ) {}

  async execute({ id }: ClaimRefund): Promise<DueRefund | null> {
    const refund = await this.refunds.byId(id);
    const now = isInTestTime(refund) ? await this.times.of(refund) : this.clock.now();
    if (await this.refunds.isAnotherSent(refund, now)) return null;
    const task = refund.claim(now, await this.refunds.completedOf(refund), this.rails.providerOf(refund));
    if (task === 'none') return null;
    this.refunds.save(refund);
    if (task === 'stopped') return null;
    const { mode, method, gatewayTransactionId, charge: amount, refundId: reference, providerId } = refund;
    const payout = this.rails.payoutOf(refund, task);
    const course = courseOf(refund);
    return { mode, method, gatewayTransactionId, amount, reference, providerId, course, payout };
  }
}
