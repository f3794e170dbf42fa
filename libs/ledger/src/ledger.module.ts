import { Global, Module } from '@nestjs/common';
import { BalanceHistory } from './balances/balance-history.queries';
import { BookFaults } from './faults/book-faults.store';
import { BookMoneyEvents } from './bookings/listeners/book-money-events';
import { CloseFiles } from './closes/close-files.service';
import { CloseVerification } from './closes/close-verification.service';
import { Closes } from './closes/closes.service';
import { ClearFaultHandler } from './faults/commands/clear-fault';
import { ReportBookFaultHandler } from './faults/commands/report-book-fault';
import { UnfreezeWalletHandler } from './faults/commands/unfreeze-wallet';
import { FaultResolution } from './faults/fault-resolution.service';
import { CloseDays } from './jobs/close-days';
import { FoldMovements } from './jobs/fold-movements';
import { LedgerAccounts } from './balances/ledger-accounts.service';
import { LedgerQueries } from './balances/ledger.queries';
import { MergedMovementQueries } from './balances/merged-movements.queries';
import { MovementSearch } from './balances/movement-search.queries';
import { LedgerVerification } from './proofs/ledger-verification.service';
import { LedgerVerifications } from './proofs/ledger-verifications.store';
import { OutgoingDays } from './balances/outgoing-days.queries';
import { ProveBooks } from './jobs/prove-books';
import { RunningProof } from './proofs/running-proof.service';
import { WalletProof } from './proofs/wallet-proof.service';
import { ReverseTransactionHandler } from './reversals/commands/reverse-transaction';
import { RequestVerificationHandler } from './proofs/commands/request-verification';
import { SealAuditEntries } from './jobs/seal-audit-entries';
import { SealJournals } from './jobs/seal-journals';
import { MovementFolding } from './rollups/movement-folding.service';
import { MovementExtents } from './rollups/movement-extents.queries';
import { MovementSums } from './rollups/movement-sums.queries';
import { TopSenders } from './rollups/top-senders.queries';
import { VerifyLedger } from './jobs/verify-ledger';

@Global()
@Module({
  providers: [
    BalanceHistory,
    BookMoneyEvents,
    LedgerAccounts,
    LedgerQueries,
    MergedMovementQueries,
    MovementSearch,
    LedgerVerification,
    OutgoingDays,
    ReverseTransactionHandler,
    ...[SealJournals, SealAuditEntries],
    ...[FoldMovements, MovementFolding, MovementExtents, MovementSums, TopSenders],
    ...[CloseDays, CloseFiles, Closes, CloseVerification],
    ...[LedgerVerifications, RequestVerificationHandler, VerifyLedger],
    ...[BookFaults, FaultResolution, ProveBooks, RunningProof, WalletProof],
    ...[ReportBookFaultHandler, ClearFaultHandler, UnfreezeWalletHandler],
  ],
  exports: [
    BalanceHistory,
    BookFaults,
    MovementFolding,
    LedgerAccounts,
    LedgerQueries,
    MergedMovementQueries,
    MovementExtents,
    MovementSums,
    TopSenders,
    LedgerVerification,
    LedgerVerifications,
    OutgoingDays,
  ],
})
export class LedgerModule {}
