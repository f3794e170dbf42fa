import { Injectable } from '@nestjs/common';
import type { User } from '@app/accounts';
import { Clock } from '@app/kernel';
import { EventBus } from '@nestjs/cqrs';
import { KycCasesService } from '../documents/kyc-cases.service';
import { BvnCheckRepeated } from './bvn.events';
import { BvnSecretsService } from './bvn-secrets.service';
import { BvnVerificationRepository } from './bvn-verification.repository';
import { compareNames } from './name-comparison.policy';

/** Compares a changed name with that of the registry, which a verified number keeps. */
@Injectable()
export class RegisteredNamesService {
  constructor(
    private readonly verifications: BvnVerificationRepository,
    private readonly secrets: BvnSecretsService,
    private readonly cases: KycCasesService,
    private readonly eventBus: EventBus,
    private readonly clock: Clock,
  ) {}

  /**
   * Puts the verified number of a loaded user in force if the registry has the name of the account, and out of force
   * otherwise. Saves the user if that changes something, and returns whether it did.
   */
  async compareAgain(user: User): Promise<boolean> {
    const isVerified = await this.isRegistered(user);
    if (isVerified === (user.bvnVerifiedAt !== null)) return false;
    user.bvnVerifiedAt = isVerified ? this.clock.now() : null;
    const { documents } = await this.cases.byUser(user.id);
    this.cases.saveUser({ user, documents }, { mayLower: !isVerified });
    if (!isVerified)
      this.eventBus.publish(new BvnCheckRepeated(user.id, user.id, 'live', { userId: user.id }));
    return true;
  }

  /** Whether the account has verified a number, in force or not. */
  async hasNumber(userId: string): Promise<boolean> {
    return (await this.verifications.verifiedOf(userId)) !== null;
  }

  /** False also for numbers verified before names were kept. */
  private async isRegistered({ id, firstName, lastName }: User): Promise<boolean> {
    const verified = await this.verifications.verifiedOf(id);
    if (!verified) return false;
    const name = `${firstName} ${lastName}`;
    return this.secrets.detailsOf(verified).registered.some((one) => compareNames(name, one) === 'match');
  }
}
