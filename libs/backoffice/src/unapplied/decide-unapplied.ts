import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { UnappliedPayments } from '@app/checkout';
import type { Money } from '@app/kernel';
import { type Actor, AuditLog } from '../audit-log';

export type UnappliedDecision =
  /** It goes back through the company, or to the merchant; `isUnsent`: staff know that it has not gone already. */
  | { action: 'refund' | 'apply'; isUnsent: boolean }
  /** It has gone back, under this reference. */
  | { action: 'settle'; refundId: string };

/** How a payment stands after each decision. */
export const STATUS_AFTER = { refund: 'refunding', apply: 'applied', settle: 'refunded' } as const;

/** What staff decide about money that no session could take. */
export class DecideUnapplied extends Command<Money> {
  constructor(
    readonly actor: Actor,
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
    private readonly payments: UnappliedPayments,
    private readonly audit: AuditLog,
  ) {}

  async execute({ actor, decision, id, reason }: DecideUnapplied): Promise<Money> {
    const amount = await this.carryOut(id, decision);
    this.audit.stage(actor, {
      action: `unapplied.${decision.action}`,
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
    return amount;
  }

  private carryOut(id: string, decision: UnappliedDecision): Promise<Money> {
    if (decision.action === 'settle') return this.payments.settle(id, decision.refundId);
    if (decision.action === 'refund') return this.payments.sendBack(id, decision.isUnsent);
    return this.payments.apply(id, decision.isUnsent);
  }
}
