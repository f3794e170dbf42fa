import { Global, Module } from '@nestjs/common';
import { BalanceHistoryQueries } from './balances/balance-history.queries';
import { BookFaultsStore } from './faults/book-faults.store';
import { BookMoneyEvents } from './bookings/listeners/book-money-events';
import { CloseFilesService } from './closes/close-files.service';
import { ClosesService } from './closes/closes.service';
import { CloseDays } from './jobs/close-days';
import { FoldMovements } from './jobs/fold-movements';
import { LedgerAccountsService } from './balances/ledger-accounts.service';
import { LedgerQueries } from './balances/ledger.queries';
import { MergedMovementsQueries } from './balances/merged-movements.queries';
import { MovementSearchQueries } from './balances/movement-search.queries';
import { LedgerVerificationsStore } from './proofs/ledger-verifications.store';
import { OutgoingDaysQueries } from './balances/outgoing-days.queries';
import { ReverseTransactionHandler } from './reversals/commands/reverse-transaction';
import { RequestVerificationHandler } from './proofs/commands/request-verification';
import { SealAuditEntries } from './jobs/seal-audit-entries';
import { SealJournals } from './jobs/seal-journals';
import { MovementFoldingService } from './rollups/movement-folding.service';
import { MovementExtentsQueries } from './balances/movement-extents.queries';
import { MovementSumsQueries } from './rollups/movement-sums.queries';
import { TopSendersQueries } from './rollups/top-senders.queries';

@Global()
@Module({
  providers: [
    BalanceHistoryQueries,
    BookMoneyEvents,
    LedgerAccountsService,
    LedgerQueries,
    MergedMovementsQueries,
    MovementSearchQueries,
    OutgoingDaysQueries,
    ReverseTransactionHandler,
    SealJournals,
    SealAuditEntries,
    FoldMovements,
    MovementFoldingService,
    MovementExtentsQueries,
    MovementSumsQueries,
    TopSendersQueries,
    CloseDays,
    CloseFilesService,
    ClosesService,
    LedgerVerificationsStore,
    RequestVerificationHandler,
    BookFaultsStore,
  ],
  exports: [
    BalanceHistoryQueries,
    BookFaultsStore,
    CloseFilesService,
    MovementFoldingService,
    LedgerAccountsService,
    LedgerQueries,
    MergedMovementsQueries,
    MovementExtentsQueries,
    MovementSumsQueries,
    TopSendersQueries,
    LedgerVerificationsStore,
    OutgoingDaysQueries,
    SealAuditEntries,
    SealJournals,
  ],
})
export class LedgerModule {}
