import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AccountsModule } from '@app/accounts';
import { BvnInquiry } from './bvn-inquiry.service';
import { BvnLimits } from './bvn-limits.service';
import { BvnReviews } from './bvn-reviews.queries';
import { BvnSecrets } from './bvn-secrets.service';
import { BvnVerification } from './bvn-verification.aggregate';
import { BvnVerifications } from './bvn-verification.repository';
import { BvnViews } from './bvn.view';
import { BeginBvnVerificationHandler } from './commands/begin-bvn-verification';
import { DecideBvnReviewHandler } from './commands/decide-bvn-review';
import { RecordBvnResultHandler } from './commands/record-bvn-result';
import { RecordBvnStartHandler } from './commands/record-bvn-start';
import { ReportBvnVerificationHandler } from './commands/report-bvn-verification';
import { VerifyBvn } from './flows/verify-bvn';
import { RegisteredNames } from './registered-names.service';
import { ResolveBvnVerifications } from './jobs/resolve-bvn-verifications';
import { VerifiedBvns } from './verified-bvns.service';
import { VerifiedNumbers } from './verified-numbers.service';

/** Bank Verification Numbers. Part of `KycModule`; the app binds `BvnRegistry` from a global module. */
@Module({
  imports: [AccountsModule, TypeOrmModule.forFeature([BvnVerification])],
  providers: [
    BvnVerifications,
    BvnSecrets,
    BvnLimits,
    BvnViews,
    BvnInquiry,
    BvnReviews,
    VerifiedBvns,
    VerifyBvn,
    VerifiedNumbers,
    RegisteredNames,
    BeginBvnVerificationHandler,
    RecordBvnStartHandler,
    RecordBvnResultHandler,
    DecideBvnReviewHandler,
    ReportBvnVerificationHandler,
    ResolveBvnVerifications,
  ],
  exports: [VerifyBvn, BvnInquiry, BvnReviews, VerifiedNumbers, RegisteredNames],
})
export class BvnModule {}
