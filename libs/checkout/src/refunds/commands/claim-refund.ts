import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock, type Mode, type Money } from '@app/kernel';
import { CheckoutAttempts } from '../../attempts/checkout-attempt.repository';
import type { PaymentMethod } from '../../methods/payment-methods.policy';

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

/** Takes a due refund for oneself, before the gateway is told; null where another has it, or it is done. */
export class ClaimRefund extends Command<DueRefund | null> {
  constructor(readonly attemptId: string) {
    super();
  }
}

@CommandHandler(ClaimRefund)
export class ClaimRefundHandler implements ICommandHandler<ClaimRefund> {
  constructor(
    private readonly attempts: CheckoutAttempts,
    private readonly clock: Clock,
  ) {}

  async execute({ attemptId }: ClaimRefund): Promise<DueRefund | null> {
    const attempt = await this.attempts.byId(attemptId);
    const before = attempt.refundAt;
    const isMine = attempt.claimRefund(this.clock.now());
    if (attempt.refundAt !== before) this.attempts.save(attempt);
    if (!isMine) return null;
    const { mode, method, gatewayTransactionId, refundable, reference, refundId } = attempt;
    return {
      mode,
      method,
      gatewayTransactionId: gatewayTransactionId!,
      amount: refundable,
      reference: `${reference}-refund`,
      refundId,
    };
  }
}
