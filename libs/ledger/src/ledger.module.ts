import { Global, Module } from '@nestjs/common';
import { BalanceHistory } from './balance-history';
import { BookMoneyEvents } from './book-money-events';
import { LedgerAccounts } from './ledger-accounts';
import { LedgerQueries } from './ledger.queries';
import { LedgerVerification } from './ledger-verification';
import { Reversals } from './reversals';
import { SealJournals } from './jobs/seal-journals';

@Global()
@Module({
  providers: [
    BalanceHistory,
    BookMoneyEvents,
    LedgerAccounts,
    LedgerQueries,
    LedgerVerification,
    Reversals,
    SealJournals,
  ],
  exports: [BalanceHistory, LedgerAccounts, LedgerQueries, LedgerVerification, Reversals, SealJournals],
})
export class LedgerModule {}
