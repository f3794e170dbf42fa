import { Inject, Injectable } from '@nestjs/common';
import { Config, derivedKey, KeyedHash } from '@app/config';
import { arrayOf, BatchLoader, QUERY_TIMEOUT, POSTGRES_POOL } from '@app/database';
import { UnitOfWork } from '@app/write-path';
import { PinVerifier, type UserCaller } from '@app/http';
import { Clock, invalid } from '@app/kernel';
import type { Pool } from 'pg';
import { invalidPin, pinLocked, pinNotSet } from '../common/account.errors';

const LOCK = '15 minutes';

interface PinTry {
  userId: string;
  mac: Buffer;
}

interface Try {
  outcome: 'right' | 'wrong' | 'locked' | 'not-set';
  left_tries: number | null;
  unlocks_at: Date | null;
}

/**
 * Transaction PINs, stored as an HMAC under a pepper that is not in the database, because any other hash of only ten
 * thousand PINs can be reversed. Tries are counted in the database, for all hosts together; a rollback keeps them.
 */
@Injectable()
export class TransactionPinsService extends PinVerifier {
  private readonly peppered: KeyedHash;
  private readonly tries = new BatchLoader((keys: PinTry[]) => this.spend(keys));

  constructor(
    { env }: Config,
    @Inject(POSTGRES_POOL) private readonly pool: Pool,
    private readonly unit: UnitOfWork,
    private readonly clock: Clock,
  ) {
    super();
    this.peppered = new KeyedHash(derivedKey(env.PIN_PEPPER, 'transaction pin'));
  }

  verify({ userId }: UserCaller, pin: unknown): Promise<void> {
    return this.check(userId, pin);
  }

  /** Uses one try. Throws INVALID_PIN, PIN_LOCKED after five wrong ones in a row, PIN_NOT_SET. */
  async check(userId: string, pin: unknown): Promise<void> {
    if (typeof pin !== 'string' || !/^\d{4}$/.test(pin)) throw invalid('pin', 'pin must be four digits.');
    const mac = this.macOf(userId, pin);
    const { outcome, left_tries: leftTries, unlocks_at: unlocksAt } = await this.tries.read({ userId, mac });
    if (outcome === 'not-set') throw pinNotSet();
    if (outcome === 'wrong') throw invalidPin(leftTries!);
    if (outcome === 'locked') throw pinLocked(this.secondsUntil(unlocksAt!));
  }

  /** The stored form of the PIN, which guards a change of it; null where none is set. */
  async currentOf(userId: string): Promise<Buffer | null> {
    const { rows } = await this.pool.query<{ pin_hmac: Buffer }>(
      'SELECT pin_hmac FROM transaction_pins WHERE user_id = $1',
      [userId],
    );
    return rows[0]?.pin_hmac ?? null;
  }

  set(userId: string, pin: string): void {
    this.unit.stage({
      sql: `INSERT INTO transaction_pins (user_id, pin_hmac, set_at) VALUES ($1, $2, $3)
            ON CONFLICT ON CONSTRAINT transaction_pins_pkey DO NOTHING`,
      parameters: [userId, this.macOf(userId, pin), this.clock.now()],
      expectedRows: 1,
    });
  }

  change(userId: string, pin: string, current: Buffer): void {
    this.unit.stage({
      sql: 'UPDATE transaction_pins SET pin_hmac = $2, set_at = $3 WHERE user_id = $1 AND pin_hmac = $4',
      parameters: [userId, this.macOf(userId, pin), this.clock.now(), current],
      expectedRows: 1,
    });
  }

  /** Stages the removal of the PIN, with its count of wrong tries. */
  remove(userId: string): void {
    this.unit.stage({ sql: 'DELETE FROM transaction_pins WHERE user_id = $1', parameters: [userId] });
  }

  private async spend(keys: PinTry[]): Promise<Try[]> {
    const { rows } = await this.pool.query<Try>({
      ...QUERY_TIMEOUT,
      name: 'try_pins',
      text: 'SELECT outcome, left_tries, unlocks_at FROM try_pins($1, $2, $3, $4)',
      values: [
        arrayOf('uuid', keys, ({ userId }) => userId),
        arrayOf('bytea', keys, ({ mac }) => mac),
        this.clock.now(),
        LOCK,
      ],
    });
    return rows;
  }

  private macOf(userId: string, pin: string): Buffer {
    return this.peppered.digest(`${userId} ${pin}`);
  }

  private secondsUntil(instant: Date): number {
    return Math.max(1, Math.ceil((instant.getTime() - this.clock.now().getTime()) / 1000));
  }
}
