import { Global, Module } from '@nestjs/common';
import { BalanceHistory } from './balance-history';
import { BookMoneyEvents } from './book-money-events';
import { CloseFiles } from './closes/close-files';
import { CloseVerification } from './closes/close-verification';
import { Closes } from './closes/closes';
import { CloseDays } from './jobs/close-days';
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
    ...[CloseDays, CloseFiles, Closes, CloseVerification],
  ],
  exports: [
    BalanceHistory,
    CloseDays,
    LedgerAccounts,
    LedgerQueries,
    LedgerVerification,
    Reversals,
    SealJournals,
  ],
})
export class LedgerModule {}
