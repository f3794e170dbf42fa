import { Module } from '@nestjs/common';
import { AuditEntriesQueries } from './audit/audit-entries.queries';
import { AuditExportService } from './audit/audit-export.service';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AccountsModule } from '@app/accounts';
import { FxModule } from '@app/fx';
import { ActionHoldsService } from './approvals/action-holds.service';
import { ActionPreviewsService } from './approvals/action-previews.service';
import { CarryOutActionHandler } from './approvals/commands/carry-out-action';
import { ApproveActionHandler } from './approvals/commands/approve-action';
import { HoldActionHandler } from './approvals/commands/hold-action';
import { RefuseActionHandler } from './approvals/commands/refuse-action';
import { WithdrawActionHandler } from './approvals/commands/withdraw-action';
import { HeldActionAccessService } from './approvals/held-action-access.service';
import { HeldAction } from './approvals/held-action.aggregate';
import { HeldActionRepository } from './approvals/held-action.repository';
import { HeldActionsQueries } from './approvals/held-actions.queries';
import { MakersQueries } from './approvals/makers.queries';
import { RehearsalsService } from './approvals/rehearsals.service';
import { UnheldActionsStore } from './approvals/unheld-actions.store';
import { BrandReviewsController } from './brands/brand-reviews.controller';
import { KycFilesService } from './kyc/kyc-files.service';
import { RetryParkedEventHandler } from './parked-events/commands/retry-parked-event';
import { ParkedEventsQueries } from './parked-events/parked-events.queries';
import { BoardCookieService } from './queues/board-cookie.service';
import { BoardVisitsService } from './queues/board-visits.service';
import { OpenBoardHandler } from './queues/commands/open-board';
import { RunJobHandler } from './queues/commands/run-job';
import { DueWorkQueries } from './queues/due-work.queries';
import { QueueBoardService } from './queues/queue-board.service';
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
    AuditEntriesQueries,
    AuditExportService,
    ParkedEventsQueries,
    RetryParkedEventHandler,
    BoardCookieService,
    BoardVisitsService,
    DueWorkQueries,
    QueueBoardService,
    OpenBoardHandler,
    RunJobHandler,
    KycFilesService,
    UsersQueries,
    ActionPreviewsService,
    HeldActionAccessService,
    HeldActionRepository,
    HeldActionsQueries,
    MakersQueries,
    RehearsalsService,
    ActionHoldsService,
    UnheldActionsStore,
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
    BrandReviewsController,
    ParkedEventsController,
    BoardPageController,
    QueuesAdminController,
    UsersAdminController,
  ],
})
export class BackofficeModule {}
