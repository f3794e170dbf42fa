import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { AggregateStore, StaleAggregate, UnitOfWork } from '@app/write-path';
import { Clock } from '@app/kernel';
import { Repository } from 'typeorm';
import { SessionCacheService } from '../sessions/session-cache.service';
import { TotpSeedsService } from './totp-seeds.service';
import { TwoFactor } from './two-factor.aggregate';
import { twoFactorNotSetUp, twoFactorOff, twoFactorOnAlready } from './two-factor.errors';

/** Of two first set-ups at once the second one starts over and replaces the seed of the first. */
const REFUSALS = { two_factors_pkey: () => new StaleAggregate() };

@Injectable()
export class TwoFactorRepository extends AggregateStore<TwoFactor> {
  constructor(
    @InjectRepository(TwoFactor) rows: Repository<TwoFactor>,
    unit: UnitOfWork,
    private readonly seeds: TotpSeedsService,
    private readonly cache: SessionCacheService,
    private readonly clock: Clock,
  ) {
    super(rows, unit, REFUSALS);
  }

  /** The authenticator whose set-up is not finished. Throws INVALID_STATE where there is none. */
  async unfinishedOf(userId: string): Promise<TwoFactor> {
    const factor = await this.findOneBy({ id: userId });
    if (!factor) throw twoFactorNotSetUp();
    if (factor.enabledAt) throw twoFactorOnAlready();
    return factor;
  }

  /** The authenticator in use. Throws INVALID_STATE where there is none. */
  async inUseOf(userId: string): Promise<TwoFactor> {
    const factor = await this.findOneBy({ id: userId });
    if (!factor?.enabledAt) throw twoFactorOff();
    return factor;
  }

  /** Stages an authenticator in use with this Base32 seed, for accounts of demonstrations and tests. */
  seed(userId: string, secret: string): void {
    const secretCiphertext = this.seeds.seal(userId, secret);
    this.add(new TwoFactor({ userId, secretCiphertext, enabledAt: this.clock.now() }));
  }

  override save(factor: TwoFactor): void {
    super.save(factor);
    this.cache.forgetAfterCommit(factor.id);
  }

  /** Stages the removal of an authenticator that was read, with its recovery codes, and publishes its events. */
  remove(factor: TwoFactor): void {
    this.unit.stage({
      sql: 'DELETE FROM two_factors WHERE id = $1 AND version = $2',
      parameters: [factor.id, factor.version],
      expectedRows: 1,
    });
    this.publishEvents(factor);
    this.cache.forgetAfterCommit(factor.id);
  }

  /** Stages the removal of whatever the user has set up, with its recovery codes. */
  discard(userId: string): void {
    this.unit.stage({ sql: 'DELETE FROM two_factors WHERE id = $1', parameters: [userId] });
    this.cache.forgetAfterCommit(userId);
  }
}
