import type { UnitOfWork } from '@app/write-path';
import { addSeconds, type Clock, uuidv7 } from '@app/kernel';
import type { Pool } from 'pg';
import { codeExpired, noCodeLeft, tooManyCodes, wrongCode } from '../common/account.errors';

const LIFETIME_SECONDS = 600;
const MAX_TRIES = 5;

interface CodeTable {
  name: 'email_codes' | 'email_changes' | 'phone_codes' | 'support_email_codes';
  /** Further columns of the row, set with the code. */
  kept: readonly string[];
  /** How a person gets another code, for error messages. */
  again: string;
  isCodeOf(id: string, code: string): boolean;
}

export interface IssuedCode {
  id: string;
  expiresAt: Date;
}

/** Codes of six digits that a person sends back: ten minutes, five tries, one valid code per account and table. */
export abstract class OneTimeCodesStore<Kept extends object = object> {
  protected constructor(
    protected readonly pool: Pool,
    private readonly unit: UnitOfWork,
    private readonly clock: Clock,
    private readonly table: CodeTable,
  ) {}

  /**
   * Uses one try, for all hosts together and even where the request fails later, and returns the row of the right
   * code. Throws VALIDATION_ERROR for a wrong or expired code, LIMIT_REACHED after five tries.
   */
  async check(userId: string, code: string): Promise<{ id: string } & Kept> {
    const { name, kept, isCodeOf } = this.table;
    const now = this.clock.now();
    const { rows } = await this.pool.query<{ id: string; tries: number } & Kept>(
      `UPDATE ${name} SET tries = tries + 1
        WHERE user_id = $1 AND tries < ${MAX_TRIES} AND expires_at > $2 RETURNING ${['id', 'tries', ...kept].join(', ')}`,
      [userId, now],
    );
    if (!rows[0]) throw await this.refusalOf(userId, now);
    if (!isCodeOf(rows[0].id, code)) throw wrongCode(MAX_TRIES - rows[0].tries);
    return rows[0];
  }

  /** Stages the end of a code that was right. Of two concurrent uses one commits. */
  spend(userId: string, codeId: string): void {
    this.unit.stage({
      sql: `DELETE FROM ${this.table.name} WHERE user_id = $1 AND id = $2`,
      parameters: [userId, codeId],
      expectedRows: 1,
    });
  }

  /** Stages the end of any code of the user. */
  discard(userId: string): void {
    this.unit.stage({ sql: `DELETE FROM ${this.table.name} WHERE user_id = $1`, parameters: [userId] });
  }

  /** The refusal of a code that ended while it was used. */
  runOut(): Error {
    return noCodeLeft(this.table.again);
  }

  /** Stages a new code, which takes the place of any before it. */
  protected stageCode(userId: string, kept: Kept): IssuedCode {
    const now = this.clock.now();
    const code = { id: uuidv7(now), expiresAt: addSeconds(now, LIFETIME_SECONDS) };
    const columns = ['id', 'expires_at', ...this.table.kept];
    const values = columns.map((_, i) => `$${i + 2}`);
    const changes = columns.map((column, i) => `${column} = ${values[i]}`);
    this.unit.stage({
      sql: `INSERT INTO ${this.table.name} (user_id, ${columns.join(', ')}) VALUES ($1, ${values.join(', ')})
            ON CONFLICT (user_id) DO UPDATE SET tries = 0, ${changes.join(', ')}`,
      parameters: [
        userId,
        code.id,
        code.expiresAt,
        ...this.table.kept.map((column) => kept[column as keyof Kept]),
      ],
      expectedRows: 1,
    });
    return code;
  }

  /** Why there is no code to try. */
  protected async refusalOf(userId: string, now: Date): Promise<Error> {
    const { name, again } = this.table;
    const { rows } = await this.pool.query<{ spent: boolean }>(
      `SELECT expires_at > $2 AS spent FROM ${name} WHERE user_id = $1`,
      [userId, now],
    );
    if (!rows[0]) return noCodeLeft(again);
    return rows[0].spent ? tooManyCodes(again) : codeExpired(again);
  }
}
