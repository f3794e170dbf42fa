import { Injectable } from '@nestjs/common';
import { UserRepository } from '@app/accounts';
import { Clock } from '@app/kernel';
import { StaleAggregate } from '@app/write-path';
import { KycCasesService } from '../documents/kyc-cases.service';
import { BvnSecretsService } from './bvn-secrets.service';
import type { BvnVerification } from './bvn-verification.aggregate';
import { type AccountNames, BvnVerificationRepository } from './bvn-verification.repository';

/** The names that were found to be those of one person. */
export interface ComparedNames {
  names: AccountNames;
  /** Names under which the number counts from now on: that of the registry, and one that staff accepted. */
  registered: readonly string[];
}

/** Verifies a number for an account. */
@Injectable()
export class VerifiedBvnsService {
  constructor(
    private readonly verifications: BvnVerificationRepository,
    private readonly users: UserRepository,
    private readonly secrets: BvnSecretsService,
    private readonly cases: KycCasesService,
    private readonly clock: Clock,
  ) {}

  /**
   * Ends a verification as verified, and stages what follows for the account. A number of another account is refused; of
   * two at once the second finds the first when its command starts over.
   */
  async verify(
    verification: BvnVerification,
    { names, registered }: ComparedNames,
    isDeferred: boolean,
  ): Promise<void> {
    const now = this.clock.now();
    const { userId, bvnHmac } = verification;
    if (await this.verifications.isTaken(bvnHmac!, userId))
      return verification.refuse('taken', isDeferred, now);
    const user = await this.users.findOneBy({ id: userId, ...names });
    // The names changed after they were read.
    if (!user) throw new StaleAggregate();
    const earlier = await this.verifications.verifiedOf(userId);
    if (earlier) {
      earlier.replace(now);
      this.verifications.save(earlier);
    }
    user.bvnVerifiedAt = now;
    await this.cases.saveVerified(user);
    verification.verify(isDeferred, now);
    this.secrets.keep(verification, { registered });
  }
}
