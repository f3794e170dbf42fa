import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { UserDirectoryQueries } from '@app/accounts';
import type { UserCaller } from '@app/http';
import { UnitOfWork } from '@app/write-path';
import type { Money } from '@app/kernel';
import { PaymentPartiesQueries } from '../payment-parties.queries';
import { type AppliedPayment, UnappliedPaymentsService } from '../unapplied-payments.service';

export type UnappliedDecision =
  /** It goes back through the company, or to the merchant; `isUnsent`: staff know that it has not gone already. */
  | { action: 'refund' | 'apply'; isUnsent: boolean }
  /** It has gone back, under this reference. */
  | { action: 'settle'; refundId: string };

/** How a payment stands after each decision. */
export const STATUS_AFTER = { refund: 'refunding', apply: 'applied', settle: 'refunded' } as const;

export interface DecidedPayment {
  id: string;
  amount: Money;
  /** Where it was credited; null where it goes back. */
  applied: AppliedPayment | null;
}

/** What staff decide about money that no session could take. */
export class DecideUnapplied extends Command<DecidedPayment> {
  constructor(
    readonly caller: UserCaller,
    readonly decision: UnappliedDecision,
    readonly id: string,
    readonly reason: string,
  ) {
    super();
  }
}

@CommandHandler(DecideUnapplied)
export class DecideUnappliedHandler implements ICommandHandler<DecideUnapplied> {
  constructor(
    private readonly payments: UnappliedPaymentsService,
    private readonly parties: PaymentPartiesQueries,
    private readonly directory: UserDirectoryQueries,
    private readonly unit: UnitOfWork,
  ) {}

  /** FORBIDDEN where the caller is the buyer, the merchant, the depositor or a party of the payment's escrow. */
  async execute({ caller, decision, id, reason }: DecideUnapplied): Promise<DecidedPayment> {
    for (const party of await this.parties.partiesOf(id))
      await this.directory.assertOfAnotherPerson(caller, party, 'decide a payment');
    const { amount, applied } = await this.carryOut(id, decision);
    this.unit.audit({
      subject: id,
      before: { status: 'unapplied' },
      after: {
        status: STATUS_AFTER[decision.action],
        amount: amount.text,
        currency: amount.currency,
        ...(decision.action === 'settle' && { refund_id: decision.refundId }),
        ...(decision.action !== 'settle' && decision.isUnsent && { not_sent: true }),
      },
      reason,
    });
    return { id, amount, applied };
  }

  private async carryOut(
    id: string,
    decision: UnappliedDecision,
  ): Promise<Pick<DecidedPayment, 'amount' | 'applied'>> {
    if (decision.action === 'apply') {
      const applied = await this.payments.apply(id, decision.isUnsent);
      return { amount: applied.credited, applied };
    }
    const amount =
      decision.action === 'settle'
        ? await this.payments.settle(id, decision.refundId)
        : await this.payments.sendBack(id, decision.isUnsent);
    return { amount, applied: null };
  }
}
