import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type Reversal, Reversals } from '@app/ledger';
import { type Actor, AuditLog } from '../audit-log.service';

/** Takes a transaction back at the word of finance staff. */
export class ReverseTransaction extends Command<Reversal> {
  constructor(
    readonly actor: Actor & { staffId: string },
    readonly transactionId: string,
    readonly reason: string,
  ) {
    super();
  }
}

@CommandHandler(ReverseTransaction)
export class ReverseTransactionHandler implements ICommandHandler<ReverseTransaction> {
  constructor(
    private readonly reversals: Reversals,
    private readonly audit: AuditLog,
  ) {}

  async execute({ actor, transactionId, reason }: ReverseTransaction): Promise<Reversal> {
    const reversal = await this.reversals.reverse(transactionId, actor.staffId);
    const { id, type, amount } = reversal;
    this.audit.stage(actor, {
      action: 'ledger.reverse',
      subject: transactionId,
      before: { type, status: 'completed' },
      after: { reversal_id: id, status: 'reversed', amount: amount.text, currency: amount.currency },
      reason,
    });
    return reversal;
  }
}
