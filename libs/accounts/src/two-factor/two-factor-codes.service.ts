import { Inject, Injectable } from '@nestjs/common';
import { POSTGRES_POOL, QUERY_TIMEOUT } from '@app/database';
import { Clock } from '@app/kernel';
import type { Pool } from 'pg';
import { type KnownRecoveryCode, RecoveryCodesStore } from './recovery-codes.store';
import { TotpSeedsService } from './totp-seeds.service';
import type { TwoFactor } from './two-factor.aggregate';
import { invalidTwoFactorCode, totpRequired, twoFactorLocked } from './two-factor.errors';
import { TwoFactorRepository } from './two-factor.repository';

const LOCK = '15 minutes';

/** `totp`: codes of the authenticator app. `any`: recovery codes too. */
type AcceptedKinds = 'totp' | 'any';

/** What a code turned out to be. A used one is refused without being counted: its sender knew a right code. */
type Verdict = RightCode | { kind: 'used' } | { kind: 'wrong' };
type RightCode = { kind: 'step'; step: bigint } | { kind: 'recovery'; code: KnownRecoveryCode };

/**
 * Verifies codes of authenticator apps and recovery codes. Wrong ones are counted in the database, for all hosts and
 * actions together; a rollback keeps the count. After five in a row every code is refused for 15 minutes.
 */
@Injectable()
export class TwoFactorCodesService {
  constructor(
    private readonly twoFactors: TwoFactorRepository,
    private readonly seeds: TotpSeedsService,
    private readonly recoveryCodes: RecoveryCodesStore,
    @Inject(POSTGRES_POOL) private readonly pool: Pool,
    private readonly clock: Clock,
  ) {}

  /**
   * Requires a code of a user with an authenticator in use; the command's commit uses it up. Call it after the password
   * was verified, so that strangers cannot lock the factor. Returns whether a code was required. Throws TOTP_REQUIRED,
   * INVALID_CREDENTIALS and RATE_LIMITED.
   */
  async requireAtSignIn(userId: string, code: string | null | undefined): Promise<boolean> {
    const factor = await this.twoFactors.findOneBy({ id: userId });
    if (!factor?.enabledAt) return false;
    if (code == null) throw totpRequired();
    await this.accept(factor, code, 'any');
    this.twoFactors.save(factor);
    return true;
  }

  /**
   * Verifies a code and marks it as used; the caller saves the factor, whose version makes one of several concurrent uses
   * commit. Throws INVALID_CREDENTIALS and RATE_LIMITED.
   */
  async accept(factor: TwoFactor, code: string, kinds: AcceptedKinds): Promise<void> {
    const right = await this.check(factor, code, kinds);
    if (right.kind === 'step') return factor.acceptStep(right.step);
    this.recoveryCodes.spend(factor.id, right.code);
    factor.acceptRecoveryCode(right.code.left - 1);
  }

  /** Verifies a code and counts it, without using it up. Throws INVALID_CREDENTIALS and RATE_LIMITED. */
  async check(factor: TwoFactor, code: string, kinds: AcceptedKinds): Promise<RightCode> {
    const verdict = await this.verdictOn(factor, code, kinds);
    await this.count(factor.id, verdict.kind);
    if (verdict.kind === 'used' || verdict.kind === 'wrong') throw invalidTwoFactorCode();
    return verdict;
  }

  private async verdictOn(factor: TwoFactor, code: string, kinds: AcceptedKinds): Promise<Verdict> {
    const step = this.seeds.stepOf(factor.id, factor.secretCiphertext, code);
    if (step !== null) return step > factor.lastStep ? { kind: 'step', step } : { kind: 'used' };
    const known = kinds === 'any' ? await this.recoveryCodes.find(factor, code) : null;
    if (!known) return { kind: 'wrong' };
    return known.used ? { kind: 'used' } : { kind: 'recovery', code: known };
  }

  /** Counts a try in a transaction of its own. Throws RATE_LIMITED, also for a right code, while the factor is locked. */
  private async count(userId: string, kind: Verdict['kind']): Promise<void> {
    const verdict = kind === 'step' || kind === 'recovery' ? 'right' : kind;
    const { rows } = await this.pool.query<{ unlocks_at: Date | null }>({
      ...QUERY_TIMEOUT,
      name: 'try_second_factor',
      text: 'SELECT try_second_factor($1, $2, $3, $4) AS unlocks_at',
      values: [userId, verdict, this.clock.now(), LOCK],
    });
    const unlocksAt = rows[0]!.unlocks_at;
    if (unlocksAt) throw twoFactorLocked(this.secondsUntil(unlocksAt));
  }

  private secondsUntil(instant: Date): number {
    return Math.max(1, Math.ceil((instant.getTime() - this.clock.now().getTime()) / 1000));
  }
}
