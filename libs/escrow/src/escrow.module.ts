import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { WalletModule } from '@app/wallet';
import { AlertOfDisputeHandler } from './commands/alert-of-dispute';
import { CancelEscrowHandler } from './commands/cancel-escrow';
import { CreateEscrowHandler } from './commands/create-escrow';
import { DisputeEscrowHandler } from './commands/dispute-escrow';
import { MarkDeadlinePassedHandler } from './commands/mark-deadline-passed';
import { ReleaseEscrowHandler } from './commands/release-escrow';
import { ResolveDisputeHandler } from './commands/resolve-dispute';
import { RespondToDisputeHandler } from './commands/respond-to-dispute';
import { Escrow } from './escrow.aggregate';
import { EscrowQueries } from './escrow.queries';
import { EscrowBusiness } from './escrow-business.queries';
import { EscrowAccess } from './escrow-access.service';
import { EscrowDispute } from './escrow-dispute.aggregate';
import { EscrowDisputes } from './escrow-dispute.repository';
import { EscrowFunding } from './escrow-funding.service';
import { EscrowLimits } from './escrow-limits.service';
import { EscrowTokens } from './escrow-tokens.service';
import { Escrows } from './escrow.repository';
import { AlertOfLateDisputes } from './jobs/alert-of-late-disputes';
import { NotifyOfDeadlines } from './jobs/notify-of-deadlines';
import { KeepTestDeadlines } from './listeners/keep-test-deadlines';

/** Escrow between people and for checkout sessions. `AccountsModule` is global. */
@Module({
  imports: [TypeOrmModule.forFeature([Escrow, EscrowDispute]), WalletModule],
  providers: [
    Escrows,
    EscrowDisputes,
    EscrowTokens,
    EscrowAccess,
    EscrowFunding,
    EscrowLimits,
    EscrowQueries,
    EscrowBusiness,
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
  exports: [EscrowFunding, EscrowQueries, EscrowTokens],
})
export class EscrowModule {}
