import { Body } from '@nestjs/common';
import { type RequestContext, Commands } from '@app/write-path';
import { By, Context, PostAction, Text, type UserCaller, Uuid, WireController } from '@app/http';
import { type Reversal, ReverseTransaction } from './commands/reverse-transaction';

const FINANCE = { credentials: ['staff'], roles: ['finance'], idempotent: true } as const;

class ReverseBody {
  @Uuid()
  transaction_id: string;

  @Text({ min: 3, description: 'Kept in the audit log' })
  reason: string;
}

/** `admin.php?section=ledger`: corrections of the books by finance staff. */
@WireController('admin.php')
export class LedgerRepairsController {
  constructor(private readonly commands: Commands) {}

  @PostAction('ledger/reverse', { ...FINANCE, summary: 'Take a transaction back', audit: 'ledger.reverse' })
  reverse(@By() caller: UserCaller, @Context() context: RequestContext, @Body() body: ReverseBody) {
    const { transaction_id: id, reason } = body;
    const command = new ReverseTransaction(caller, id.toLowerCase(), reason);
    return this.commands.answer(context, command, reversalView);
  }
}

function reversalView({ id, journalId, type, amount, postings, debited }: Reversal) {
  return {
    reversal_id: id,
    transaction_id: journalId,
    type,
    status: 'reversed',
    amount: amount.toJsonNumber(),
    currency: amount.currency,
    account_id: debited?.accountId ?? null,
    new_balance: debited?.balance ?? null,
    postings: postings.map((posting) => ({
      account_id: posting.accountId,
      amount: posting.amount.toJsonNumber(),
      currency: posting.amount.currency,
    })),
  };
}
