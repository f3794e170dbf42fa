import { Global, Module } from '@nestjs/common';
import { BalanceHistory } from './balances/balance-history.queries';
import { BookFaults } from './faults/book-faults.store';
import { BookMoneyEvents } from './bookings/listeners/book-money-events';
import { CloseFiles } from './closes/close-files.service';
import { Closes } from './closes/closes.service';
import { CloseDays } from './jobs/close-days';
import { FoldMovements } from './jobs/fold-movements';
import { LedgerAccounts } from './balances/ledger-accounts.service';
import { LedgerQueries } from './balances/ledger.queries';
import { MergedMovementQueries } from './balances/merged-movements.queries';
import { MovementSearch } from './balances/movement-search.queries';
import { LedgerVerifications } from './proofs/ledger-verifications.store';
import { OutgoingDays } from './balances/outgoing-days.queries';
import { ReverseTransactionHandler } from './reversals/commands/reverse-transaction';
import { RequestVerificationHandler } from './proofs/commands/request-verification';
import { SealAuditEntries } from './jobs/seal-audit-entries';
import { SealJournals } from './jobs/seal-journals';
import { MovementFolding } from './rollups/movement-folding.service';
import { MovementExtents } from './balances/movement-extents.queries';
import { MovementSums } from './rollups/movement-sums.queries';
import { TopSenders } from './rollups/top-senders.queries';

@Global()
@Module({
  providers: [
    BalanceHistory,
    BookMoneyEvents,
    LedgerAccounts,
    LedgerQueries,
    MergedMovementQueries,
    MovementSearch,
    OutgoingDays,
    ReverseTransactionHandler,
    SealJournals,
    SealAuditEntries,
    FoldMovements,
    MovementFolding,
    MovementExtents,
    MovementSums,
    TopSenders,
    CloseDays,
    CloseFiles,
    Closes,
    LedgerVerifications,
    RequestVerificationHandler,
    BookFaults,
  ],
  exports: [
    BalanceHistory,
    BookFaults,
    CloseFiles,
    MovementFolding,
    LedgerAccounts,
    LedgerQueries,
    MergedMovementQueries,
    MovementExtents,
    MovementSums,
    TopSenders,
    LedgerVerifications,
    OutgoingDays,
    SealAuditEntries,
    SealJournals,
  ],
})
export class LedgerModule {}
