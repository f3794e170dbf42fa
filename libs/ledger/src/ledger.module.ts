import { Global, Module } from '@nestjs/common';
import { BalanceHistory } from './balance-history';
import { BookFaults } from './book-faults';
import { BookMoneyEvents } from './book-money-events';
import { CloseFiles } from './closes/close-files';
import { CloseVerification } from './closes/close-verification';
import { Closes } from './closes/closes';
import { ReportBookFaultHandler } from './commands/report-book-fault';
import { FaultRepairs } from './fault-repairs';
import { CloseDays } from './jobs/close-days';
import { LedgerAccounts } from './ledger-accounts';
import { LedgerQueries } from './ledger.queries';
import { LedgerVerification } from './ledger-verification';
import { ProveBooks } from './jobs/prove-books';
import { RunningProof } from './proofs/running-proof';
import { WalletProof } from './proofs/wallet-proof';
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
    ...[BookFaults, FaultRepairs, ProveBooks, ReportBookFaultHandler, RunningProof, WalletProof],
  ],
  exports: [
    BalanceHistory,
    BookFaults,
    CloseDays,
    FaultRepairs,
    LedgerAccounts,
    LedgerQueries,
    LedgerVerification,
    ProveBooks,
    Reversals,
    SealJournals,
  ],
})
export class LedgerModule {}
