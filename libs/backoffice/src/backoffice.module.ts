import { Module } from '@nestjs/common';
import { AuditEntries } from './audit/audit-entries.queries';
import { AuditExport } from './audit/audit-export.service';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AccountsModule } from '@app/accounts';
import { FxModule } from '@app/fx';
import { RuledHolds } from './approvals/action-holds.service';
import { ActionPreviews } from './approvals/action-previews.service';
import { CarryOutActionHandler } from './approvals/commands/carry-out-action';
import { ApproveActionHandler } from './approvals/commands/approve-action';
import { HoldActionHandler } from './approvals/commands/hold-action';
import { RefuseActionHandler } from './approvals/commands/refuse-action';
import { WithdrawActionHandler } from './approvals/commands/withdraw-action';
import { HeldActionAccess } from './approvals/held-action-access.service';
import { HeldAction } from './approvals/held-action.aggregate';
import { HeldActionStore } from './approvals/held-action.repository';
import { HeldActionQueries } from './approvals/held-actions.queries';
import { Makers } from './approvals/makers.queries';
import { Rehearsals } from './approvals/rehearsals.service';
import { UnheldActions } from './approvals/unheld-actions.store';
import { KycFiles } from './kyc/kyc-files.service';
import { RetryParkedEventHandler } from './parked-events/commands/retry-parked-event';
import { ParkedEvents } from './parked-events/parked-events.queries';
import { BoardCookie } from './queues/board-cookie.service';
import { BoardVisits } from './queues/board-visits.service';
import { OpenBoardHandler } from './queues/commands/open-board';
import { RunJobHandler } from './queues/commands/run-job';
import { DueWorkQueries } from './queues/due-work.queries';
import { QueueBoard } from './queues/queue-board.service';
import { UsersQueries } from './users/users.queries';
import { AuditController } from './audit/audit.controller';
import { ApprovalsController } from './approvals/approvals.controller';
import { KycReviewsController } from './kyc/kyc-reviews.controller';
import { BvnReviewsController } from './bvn/bvn-reviews.controller';
import { KybReviewsController } from './kyb/kyb-reviews.controller';
import { NameReviewsController } from './names/name-reviews.controller';
import { ParkedEventsController } from './parked-events/parked-events.controller';
import { BoardPageController } from './queues/board-page.controller';
import { QueuesAdminController } from './queues/queues-admin.controller';
import { UsersAdminController } from './users/users-admin.controller';

/** The work of staff: accounts, reviews, held actions, the audit log, the queues and their board, jobs, and parked events. */
@Module({
  imports: [TypeOrmModule.forFeature([HeldAction]), AccountsModule, FxModule],
  providers: [
    AuditEntries,
    AuditExport,
    ParkedEvents,
    RetryParkedEventHandler,
    BoardCookie,
    BoardVisits,
    DueWorkQueries,
    QueueBoard,
    OpenBoardHandler,
    RunJobHandler,
    KycFiles,
    UsersQueries,
    ActionPreviews,
    HeldActionAccess,
    HeldActionStore,
    HeldActionQueries,
    Makers,
    Rehearsals,
    RuledHolds,
    UnheldActions,
    CarryOutActionHandler,
    HoldActionHandler,
    ApproveActionHandler,
    RefuseActionHandler,
    WithdrawActionHandler,
  ],
  controllers: [
    AuditController,
    ApprovalsController,
    KycReviewsController,
    BvnReviewsController,
    KybReviewsController,
    NameReviewsController,
    ParkedEventsController,
    BoardPageController,
    QueuesAdminController,
    UsersAdminController,
  ],
})
export class BackofficeModule {}
