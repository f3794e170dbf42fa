import { Query } from '@nestjs/common';
import { By, type Caller, GetAction, ownerOf, WireController } from '@app/http';
import { historyRequest } from './history-request.policy';
import { TransactionListQueries } from './transaction-list.queries';
import { DetailQuery, TransactionListQuery } from './transactions.dto';
import { TransactionsQueries } from './transactions.queries';

const READ = {
  credentials: ['session', 'secret-key'],
  scope: 'transactions:read',
  team: 'money:read',
} as const;

@WireController('transactions.php')
export class TransactionsController {
  constructor(
    private readonly transactions: TransactionsQueries,
    private readonly lists: TransactionListQueries,
  ) {}

  @GetAction('list', {
    ...READ,
    summary: 'Transactions of all wallets, newest first, with what is held',
    refusals: ['NOT_FOUND'],
  })
  list(@By() caller: Caller, @Query() query: TransactionListQuery) {
    return this.lists.list(ownerOf(caller), historyRequest(query));
  }

  @GetAction('detail', {
    ...READ,
    summary: 'One transaction, with its postings on your accounts',
    refusals: ['NOT_FOUND'],
  })
  detail(@By() caller: Caller, @Query() { uuid }: DetailQuery) {
    return this.transactions.detail(ownerOf(caller), uuid);
  }
}
