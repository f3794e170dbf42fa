import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock, type Mode, type Money } from '@app/kernel';
import { RefundRepository } from '../refund.repository';
import type { PaymentMethod } from '../../common/payment-methods.policy';

export interface DueRefund {
  mode: Mode;
  method: PaymentMethod;
  gatewayTransactionId: string;
  amount: Money;
  /** One per refund, so that the gateway can tell a repeat. */
  reference: string;
  /** The gateway's name for a refund that it has taken and not carried out: to be asked about; null: to be sent. */
  refundId: string | null;
}

/** Claims a due refund before the gateway is called; null where another process has it, or it is done. */
export class ClaimRefund extends Command<DueRefund | null> {
  constructor(readonly attemptId: string) {
    super();
  }
}

@CommandHandler(ClaimRefund)
export class ClaimRefundHandler implements ICommandHandler<ClaimRefund> {
  constructor(
    private readonly refunds: RefundRepository,
    private readonly clock: Clock,
  ) {}

  async execute({ attemptId }: ClaimRefund): Promise<DueRefund | null> {
    const refund = await this.refunds.byId(attemptId);
    const task = refund.claimRefund(this.clock.now());
    if (task === 'none') return null;
    this.refunds.save(refund);
    if (task === 'stopped') return null;
    const { mode, method, gatewayTransactionId, refundable: amount, reference, refundId } = refund;
    return { mode, method, gatewayTransactionId, amount, reference: `${reference}-refund`, refundId };
  }
}
