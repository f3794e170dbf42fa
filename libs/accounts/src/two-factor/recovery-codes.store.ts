import { randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { Config, derivedKey, KeyedHash } from '@app/config';
import { POSTGRES_POOL } from '@app/database';
import { Clock } from '@app/kernel';
import { StaleAggregate, UnitOfWork } from '@app/write-path';
import type { Pool } from 'pg';
import {
  normalRecoveryCode,
  RECOVERY_CODE_LENGTH,
  RECOVERY_CODES,
  recoveryCodeOf,
} from './recovery-code.policy';
import type { TwoFactor } from './two-factor.aggregate';

/** A recovery code of the user that was typed. */
export interface KnownRecoveryCode {
  mac: Buffer;
  used: boolean;
  /** Codes that have not been used, this one among them. */
  left: number;
}

/**
 * Recovery codes, stored as an HMAC under a key that is not in the database. The version of the user's `TwoFactor`
 * guards their rows: commands that change them save it in the same commit.
 */
@Injectable()
export class RecoveryCodesStore {
  private readonly peppered: KeyedHash;

  constructor(
    { env }: Config,
    @Inject(POSTGRES_POOL) private readonly pool: Pool,
    private readonly unit: UnitOfWork,
    private readonly clock: Clock,
  ) {
    this.peppered = new KeyedHash(derivedKey(env.PIN_PEPPER, 'recovery code'));
  }

  /** Stages ten new codes, which replace all others of the user, and returns them. No other place has their text. */
  renew(userId: string): string[] {
    const codes = Array.from({ length: RECOVERY_CODES }, () =>
      recoveryCodeOf(randomBytes(RECOVERY_CODE_LENGTH)),
    );
    const macs = codes.map((code) => this.macOf(userId, normalRecoveryCode(code)!));
    this.unit.stage({ sql: 'DELETE FROM recovery_codes WHERE user_id = $1', parameters: [userId] });
    this.unit.stage({
      sql: 'INSERT INTO recovery_codes (user_id, code_hmac) SELECT $1, unnest($2::bytea[])',
      parameters: [userId, macs],
      expectedRows: RECOVERY_CODES,
    });
    return codes;
  }

  /**
   * The user's recovery code that this text is, used or not; null where it is none of them. Throws if the factor was changed
   * or removed since it was read, because its codes were too.
   */
  async find({ id, version }: TwoFactor, typed: string): Promise<KnownRecoveryCode | null> {
    const code = normalRecoveryCode(typed);
    if (code === null) return null;
    const mac = this.macOf(id, code);
    const { rows } = await this.pool.query<{ known: boolean; used: boolean; left: number }>({
      name: 'recovery_code',
      text: `SELECT c.user_id IS NOT NULL AS known, c.used_at IS NOT NULL AS used,
                    (SELECT count(*)::int FROM recovery_codes o WHERE o.user_id = f.id AND o.used_at IS NULL) AS left
               FROM two_factors f
               LEFT JOIN recovery_codes c ON c.user_id = f.id AND c.code_hmac = $3
              WHERE f.id = $1 AND f.version = $2`,
      values: [id, version, mac],
    });
    if (!rows[0]) throw new StaleAggregate();
    const { known, used, left } = rows[0];
    return known ? { mac, used, left } : null;
  }

  /** Stages the only use of a code. */
  spend(userId: string, { mac }: KnownRecoveryCode): void {
    this.unit.stage({
      sql: 'UPDATE recovery_codes SET used_at = $3 WHERE user_id = $1 AND code_hmac = $2 AND used_at IS NULL',
      parameters: [userId, mac, this.clock.now()],
      expectedRows: 1,
    });
  }

  private macOf(userId: string, code: string): Buffer {
    return this.peppered.digest(`${userId} ${code}`);
  }
}
