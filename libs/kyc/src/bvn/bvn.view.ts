import { Injectable } from '@nestjs/common';
import { DomainError } from '@app/kernel';
import { bvnTaken } from './bvn.errors';
import { BvnSecretsService } from './bvn-secrets.service';
import type { BvnVerification } from './bvn-verification.aggregate';

export type BvnView = ReturnType<BvnViews['viewOf']>;

/** Verifications as their owners see them. */
@Injectable()
export class BvnViews {
  constructor(private readonly secrets: BvnSecretsService) {}

  /** Why a number does not match is not shown, because the answer would describe the person it belongs to. */
  viewOf(verification: BvnVerification) {
    const { status } = verification;
    const { consentUrl } = this.secrets.detailsOf(verification);
    return {
      bvn_verified: status === 'verified',
      status: status === 'starting' ? 'pending' : status,
      ...(status === 'pending' && consentUrl !== null && { consent_url: consentUrl }),
    };
  }

  /** The answer to the request that ends it. */
  answerOf(verification: BvnVerification): BvnView | DomainError {
    return verification.outcome === 'taken' ? bvnTaken() : this.viewOf(verification);
  }
}
