import { Query } from '@nestjs/common';
import { By, type Caller, GetAction, ownerOf, WireController } from '@app/http';
import { historyRequest } from './history-request.policy';
import { DetailQuery, HistoryQuery } from './transactions.dto';
import { TransactionQueries } from './transactions.queries';

const READ = { credentials: ['session', 'secret-key'], scope: 'transactions:read' } as const;

@WireController('transactions.php')
export class TransactionsController {
  constructor(private readonly transactions: TransactionQueries) {}

  @GetAction('list', { ...READ, summary: 'Transactions of a wallet, newest first' })
  list(@By() caller: Caller, @Query() query: HistoryQuery) {
    return this.transactions.history(ownerOf(caller), historyRequest(query));
  }

  @GetAction('detail', { ...READ, summary: 'One transaction, with its postings on your accounts' })
  detail(@By() caller: Caller, @Query() { uuid }: DetailQuery) {
    return this.transactions.detail(ownerOf(caller), uuid);
  }
}
