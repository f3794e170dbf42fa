import { Inject, Injectable } from '@nestjs/common';
import { POSTGRES_POOL } from '@app/database';
import { Clock, isUuid, uuidv7 } from '@app/kernel';
import { CountLimits, UnitOfWork } from '@app/write-path';
import type { Pool } from 'pg';
import { tooManyFiles } from './chargeback.errors';

const MAX_FILES = 5;

export interface ChargebackFile {
  id: string;
  bytes: number;
  created_at: Date;
}

/** Stores pictures that owners upload as evidence. */
@Injectable()
export class ChargebackFilesStore {
  constructor(
    @Inject(POSTGRES_POOL) private readonly pool: Pool,
    private readonly limits: CountLimits,
    private readonly unit: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** Stages a file of a chargeback, by its internal id. LIMIT_REACHED where it has five. */
  async add(chargebackKey: string, jpeg: Buffer): Promise<ChargebackFile> {
    await this.limits.require<{ files: number }>({
      lock: `files of chargeback ${chargebackKey}`,
      sql: 'SELECT count(*)::int AS files FROM chargeback_files WHERE chargeback_id = $1',
      parameters: [chargebackKey],
      limits: { files: { max: MAX_FILES, refusal: () => tooManyFiles(MAX_FILES) } },
    });
    const now = this.clock.now();
    const id = uuidv7(now);
    this.unit.stage({
      sql: 'INSERT INTO chargeback_files (id, chargeback_id, jpeg, created_at) VALUES ($1, $2, $3, $4)',
      parameters: [id, chargebackKey, jpeg, now],
    });
    return { id, bytes: jpeg.length, created_at: now };
  }

  /** Of a chargeback, by its internal id, the oldest first. */
  async of(chargebackKey: string): Promise<ChargebackFile[]> {
    const { rows } = await this.pool.query<ChargebackFile>(
      `SELECT id, length(jpeg) AS bytes, created_at FROM chargeback_files WHERE chargeback_id = $1 ORDER BY created_at, id`,
      [chargebackKey],
    );
    return rows;
  }

  /** Stages that the answer names these files; whether all of them are of the chargeback. */
  async choose(chargebackKey: string, ids: readonly string[]): Promise<boolean> {
    const known = new Set((await this.of(chargebackKey)).map(({ id }) => id));
    if (!ids.every((id) => isUuid(id) && known.has(id.toLowerCase()))) return false;
    this.unit.stage({
      sql: 'UPDATE chargeback_files SET is_evidence = id = ANY ($2::uuid[]) WHERE chargeback_id = $1',
      parameters: [chargebackKey, ids],
    });
    return true;
  }

  /** Those that the answer names; without content where the company has them. */
  async evidenceOf(chargebackKey: string) {
    const { rows } = await this.pool.query<{ id: string; jpeg: Buffer | null; provider_ref: string | null }>(
      `SELECT id, provider_ref, CASE WHEN provider_ref IS NULL THEN jpeg END AS jpeg
         FROM chargeback_files WHERE chargeback_id = $1 AND is_evidence ORDER BY created_at, id`,
      [chargebackKey],
    );
    return rows;
  }

  /** Stages that the company has a file under this name. */
  sent(id: string, providerRef: string): void {
    this.unit.stage({
      sql: 'UPDATE chargeback_files SET provider_ref = $2 WHERE id = $1',
      parameters: [id, providerRef],
    });
  }
}
