import { promisify } from 'node:util';
import { createGunzip, gzip } from 'node:zlib';
import { Inject, Injectable } from '@nestjs/common';
import { SigningKey } from '@app/config';
import { POSTGRES_POOL } from '@app/database';
import type { Pool } from 'pg';
import type { Readable } from 'node:stream';
import type { SignedStatement } from './statement-writer.service';

const compress = promisify(gzip);
/** Statements consist of repeated field names, which the fastest level finds. */
const FASTEST = { level: 1 };

export interface KeptStatement extends Omit<SignedStatement, 'content'> {
  compressed: Buffer;
}

/**
 * Long statements of finished months. Their movements can no longer change, so they are drawn up once. A statement
 * that an earlier key signed is drawn up again, because the service signs only what it has read from the ledger.
 */
@Injectable()
export class KeptStatementsStore {
  constructor(
    @Inject(POSTGRES_POOL) private readonly pool: Pool,
    private readonly key: SigningKey,
  ) {}

  async find(accountId: string, month: string): Promise<KeptStatement | null> {
    const { rows } = await this.pool.query<KeptStatement>(
      `SELECT content AS compressed, sha256, signature, key_id AS "keyId" FROM kept_statements
        WHERE account_id = $1 AND month = $2 AND key_id = $3`,
      [accountId, month, this.key.keyId],
    );
    return rows[0] ?? null;
  }

  async keep(accountId: string, month: string, kept: KeptStatement): Promise<void> {
    const { compressed, sha256, signature, keyId } = kept;
    await this.pool.query(
      `INSERT INTO kept_statements AS k (account_id, month, content, sha256, signature, key_id)
       VALUES ($1, $2, $3, $4, $5, $6)
       ON CONFLICT (account_id, month) DO UPDATE
          SET (content, sha256, signature, key_id) = (EXCLUDED.content, EXCLUDED.sha256, EXCLUDED.signature, EXCLUDED.key_id)
        WHERE k.key_id <> EXCLUDED.key_id`,
      [accountId, month, compressed, sha256, signature, keyId],
    );
  }
}

/** Compresses a statement outside the event loop, for storage and because a slow client may take minutes to read it. */
export async function compressed({ content, ...rest }: SignedStatement): Promise<KeptStatement> {
  return { ...rest, compressed: await compress(content, FASTEST) };
}

/** The content of a compressed statement, as fast as it is read. */
export function contentOf({ compressed: content }: KeptStatement): Readable {
  const stream = createGunzip();
  stream.end(content);
  return stream;
}
