import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { UnappliedPayments } from '@app/checkout';
import type { Money } from '@app/kernel';
import { type Actor, AuditLog } from '../audit-log';

/** What staff decide about money that no session could take: `refund` sends it back, `apply` credits the merchant. */
export class DecideUnapplied extends Command<Money> {
  constructor(
    readonly actor: Actor,
    readonly decision: 'refund' | 'apply',
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
    const amount = await (decision === 'refund' ? this.payments.sendBack(id) : this.payments.apply(id));
    this.audit.stage(actor, {
      action: `unapplied.${decision}`,
      subject: id,
      before: { status: 'unapplied' },
      after: {
        status: decision === 'refund' ? 'refunding' : 'applied',
        amount: amount.text,
        currency: amount.currency,
      },
      reason,
    });
    return amount;
  }
}
