import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { WalletModule } from '@app/wallet';
import { AlertOfDisputeHandler } from './escrows/commands/alert-of-dispute';
import { CancelEscrowHandler } from './escrows/commands/cancel-escrow';
import { CreateEscrowHandler } from './escrows/commands/create-escrow';
import { DisputeEscrowHandler } from './escrows/commands/dispute-escrow';
import { MarkDeadlinePassedHandler } from './escrows/commands/mark-deadline-passed';
import { ReleaseEscrowHandler } from './escrows/commands/release-escrow';
import { ResolveDisputeHandler } from './escrows/commands/resolve-dispute';
import { RespondToDisputeHandler } from './escrows/commands/respond-to-dispute';
import { Escrow } from './escrows/escrow.aggregate';
import { EscrowQueries } from './escrows/escrow.queries';
import { EscrowBusinessQueries } from './escrows/escrow-business.queries';
import { EscrowAccessService } from './escrows/escrow-access.service';
import { EscrowChargebacksService } from './escrows/escrow-chargebacks.service';
import { EscrowDispute } from './escrows/escrow-dispute.aggregate';
import { EscrowDisputeRepository } from './escrows/escrow-dispute.repository';
import { EscrowFundingService } from './escrows/escrow-funding.service';
import { EscrowLimitsService } from './escrows/escrow-limits.service';
import { EscrowTokensService } from './escrows/escrow-tokens.service';
import { EscrowRepository } from './escrows/escrow.repository';
import { AlertOfLateDisputes } from './escrows/jobs/alert-of-late-disputes';
import { NotifyOfDeadlines } from './escrows/jobs/notify-of-deadlines';
import { KeepTestDeadlines } from './escrows/listeners/keep-test-deadlines';

/** Escrow between people and for checkout sessions. `AccountsModule` is global. */
@Module({
  imports: [TypeOrmModule.forFeature([Escrow, EscrowDispute]), WalletModule],
  providers: [
    EscrowRepository,
    EscrowDisputeRepository,
    EscrowTokensService,
    EscrowAccessService,
    EscrowChargebacksService,
    EscrowFundingService,
    EscrowLimitsService,
    EscrowQueries,
    EscrowBusinessQueries,
    CreateEscrowHandler,
    ReleaseEscrowHandler,
    CancelEscrowHandler,
    DisputeEscrowHandler,
    RespondToDisputeHandler,
    ResolveDisputeHandler,
    MarkDeadlinePassedHandler,
    KeepTestDeadlines,
    NotifyOfDeadlines,
    AlertOfDisputeHandler,
    AlertOfLateDisputes,
  ],
  exports: [EscrowChargebacksService, EscrowFundingService, EscrowQueries, EscrowTokensService],
})
export class EscrowModule {}
