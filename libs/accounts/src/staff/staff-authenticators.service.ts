import { createHmac } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Config, derivedKey } from '@app/config';
import { Clock } from '@app/kernel';
import { UnitOfWork } from '@app/write-path';
import { ScureBase32Plugin, verifySync } from 'otplib';
import { type TotpSetup, TotpSeedsService } from '../two-factor/totp-seeds.service';
import { TwoFactorRepository } from '../two-factor/two-factor.repository';

const SEED_BYTES = 20;
const STEP_SECONDS = 30;

/**
 * The authenticators that set-up links bring. A seed is derived from the link's token under a key that is not in the
 * database: it is not stored before it is in use, and a page that is opened again shows the same one.
 */
@Injectable()
export class StaffAuthenticatorsService {
  private readonly key: Buffer;

  constructor(
    { env }: Config,
    private readonly seeds: TotpSeedsService,
    private readonly twoFactors: TwoFactorRepository,
    private readonly unit: UnitOfWork,
    private readonly clock: Clock,
  ) {
    this.key = derivedKey(env.JWT_SECRET, 'staff authenticator');
  }

  setUpOf(token: string, email: string): TotpSetup {
    return this.seeds.setupOf(this.seedOf(token), email);
  }

  /** The time step of a right code, from one step ago to one ahead; null for a wrong one. */
  stepOf(token: string, code: string): bigint | null {
    const epoch = this.clock.unixSeconds();
    const result = verifySync({
      secret: this.seedOf(token),
      token: code,
      epoch,
      epochTolerance: STEP_SECONDS,
    });
    return result.valid && 'timeStep' in result ? BigInt(result.timeStep) : null;
  }

  /** Stages the authenticator of the link in place of any other. The code of `usedStep` is not accepted again. */
  adopt(userId: string, token: string, usedStep: bigint): void {
    this.twoFactors.discard(userId);
    this.twoFactors.seed(userId, this.seedOf(token));
    this.unit.stage({
      sql: 'UPDATE two_factors SET last_step = $2 WHERE id = $1',
      parameters: [userId, usedStep],
      expectedRows: 1,
    });
  }

  private seedOf(token: string): string {
    const bytes = createHmac('sha256', this.key).update(token).digest().subarray(0, SEED_BYTES);
    return new ScureBase32Plugin().encode(bytes, { padding: false });
  }
}
