import { Body, Req } from '@nestjs/common';
import { Lines, PostAction, StaffActionsService, Uuid, WireController, type WireRequest } from '@app/http';
import { Money } from '@app/kernel';
import { type Reversal, ReverseTransaction } from './commands/reverse-transaction';

const FINANCE = { credentials: ['staff'], roles: ['finance'], idempotent: true } as const;

class ReverseBody {
  @Uuid()
  transaction_id: string;

  @Lines({ min: 3, description: 'Kept in the audit log' })
  reason: string;
}

/** `admin.php?section=ledger`: corrections of the books by finance staff. */
@WireController('admin.php')
export class LedgerRepairsController {
  private readonly answerReverse;

  constructor(actions: StaffActionsService) {
    this.answerReverse = actions.register({
      name: 'ledger.reverse',
      body: ReverseBody,
      command: (caller, { transaction_id: id, reason }) =>
        new ReverseTransaction(caller, id.toLowerCase(), reason),
      present: reversalView,
      facts: (reversal) => ({ amounts: amountsOf(reversal) }),
      volatile: ['reversal_id', 'new_balance'],
    });
  }

  @PostAction('ledger/reverse', {
    ...FINANCE,
    summary: 'Take a transaction back',
    refusals: ['INSUFFICIENT_FUNDS', 'INVALID_STATE', 'LIMIT_REACHED', 'NOT_FOUND'],
  })
  reverse(@Req() request: WireRequest, @Body() body: ReverseBody) {
    return this.answerReverse(request, body);
  }
}

/** What the reversal moves in each currency: the sum of its credits. */
function amountsOf({ postings }: Reversal): Money[] {
  const sums = new Map<string, Money>();
  for (const { amount } of postings.filter((posting) => posting.amount.minor > 0n))
    sums.set(amount.currency, amount.plus(sums.get(amount.currency) ?? Money.zero(amount.currency)));
  return [...sums.values()];
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
