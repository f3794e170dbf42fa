import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AccountsModule } from '@app/accounts';
import { PurgeKycReviews } from '../jobs/purge-kyc-reviews';
import { ClaimKybHandler } from './commands/claim-kyb';
import { DecideKybHandler } from './commands/decide-kyb';
import { ReopenKybHandler } from './commands/reopen-kyb';
import { RevokeKybHandler } from './commands/revoke-kyb';
import { SubmitKybHandler } from './commands/submit-kyb';
import { KybAccountsService } from './kyb-accounts.service';
import { KybSecretsService } from './kyb-secrets.service';
import { KybSubmission } from './kyb-submission.aggregate';
import { KybSubmissionRepository } from './kyb-submission.repository';
import { KybQueries } from './kyb.queries';

/** Verification of businesses, and the erasure of old reviews. Part of `KycModule`. */
@Module({
  imports: [AccountsModule, TypeOrmModule.forFeature([KybSubmission])],
  providers: [
    KybSubmissionRepository,
    KybSecretsService,
    KybAccountsService,
    KybQueries,
    PurgeKycReviews,
    SubmitKybHandler,
    ClaimKybHandler,
    DecideKybHandler,
    RevokeKybHandler,
    ReopenKybHandler,
  ],
  exports: [KybQueries],
})
export class KybModule {}
