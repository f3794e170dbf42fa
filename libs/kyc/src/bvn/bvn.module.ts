import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AccountsModule } from '@app/accounts';
import { BvnInquiryService } from './bvn-inquiry.service';
import { BvnLimitsService } from './bvn-limits.service';
import { BvnReviewsQueries } from './bvn-reviews.queries';
import { BvnSecretsService } from './bvn-secrets.service';
import { BvnVerification } from './bvn-verification.aggregate';
import { BvnVerificationRepository } from './bvn-verification.repository';
import { BvnViews } from './bvn.view';
import { BeginBvnVerificationHandler } from './commands/begin-bvn-verification';
import { DecideBvnReviewHandler } from './commands/decide-bvn-review';
import { RecordBvnResultHandler } from './commands/record-bvn-result';
import { RecordBvnStartHandler } from './commands/record-bvn-start';
import { ReportBvnVerificationHandler } from './commands/report-bvn-verification';
import { VerifyBvn } from './flows/verify-bvn';
import { RegisteredNamesService } from './registered-names.service';
import { ResolveBvnVerifications } from './jobs/resolve-bvn-verifications';
import { VerifiedBvnsService } from './verified-bvns.service';
import { VerifiedNumbersService } from './verified-numbers.service';

/** Bank Verification Numbers. Part of `KycModule`; the app binds `BvnRegistry` from a global module. */
@Module({
  imports: [AccountsModule, TypeOrmModule.forFeature([BvnVerification])],
  providers: [
    BvnVerificationRepository,
    BvnSecretsService,
    BvnLimitsService,
    BvnViews,
    BvnInquiryService,
    BvnReviewsQueries,
    VerifiedBvnsService,
    VerifyBvn,
    VerifiedNumbersService,
    RegisteredNamesService,
    BeginBvnVerificationHandler,
    RecordBvnStartHandler,
    RecordBvnResultHandler,
    DecideBvnReviewHandler,
    ReportBvnVerificationHandler,
    ResolveBvnVerifications,
  ],
  exports: [VerifyBvn, BvnInquiryService, BvnReviewsQueries, VerifiedNumbersService, RegisteredNamesService],
})
export class BvnModule {}
