import { Inject, Injectable } from '@nestjs/common';
import { POSTGRES_POOL } from '@app/database';
import type { SqlWrite } from '@app/write-path';
import type { Pool } from 'pg';
import { DocumentStore, type StoredFile } from './document-store.port';

const CHUNK = 256 * 1024;

/** Keeps files in PostgreSQL, in rows of 256 kB that commit with the document: one backup holds everything. */
@Injectable()
export class DatabaseDocuments extends DocumentStore {
  constructor(@Inject(POSTGRES_POOL) private readonly pool: Pool) {
    super();
  }

  put(files: readonly StoredFile[]): Promise<SqlWrite[]> {
    const writes = files.flatMap(({ documentId, page, bytes }) =>
      chunksOf(bytes).map((chunk, part) => ({
        sql: 'INSERT INTO kyc_document_chunks (document_id, page, part, bytes) VALUES ($1, $2, $3, $4)',
        parameters: [documentId, page, part, chunk],
      })),
    );
    return Promise.resolve(writes);
  }

  async get(documentId: string, page: number): Promise<Buffer | null> {
    const { rows } = await this.pool.query<{ bytes: Buffer }>(
      'SELECT bytes FROM kyc_document_chunks WHERE document_id = $1 AND page = $2 ORDER BY part',
      [documentId, page],
    );
    return rows.length === 0 ? null : Buffer.concat(rows.map(({ bytes }) => bytes));
  }

  async delete(documentId: string): Promise<void> {
    await this.pool.query('DELETE FROM kyc_document_chunks WHERE document_id = $1', [documentId]);
  }

  /** Files without a document cannot be committed here. */
  deleteUncommitted(): Promise<number> {
    return Promise.resolve(0);
  }
}

function chunksOf(bytes: Buffer): Buffer[] {
  const count = Math.ceil(bytes.length / CHUNK);
  return Array.from({ length: count }, (_, part) => bytes.subarray(part * CHUNK, (part + 1) * CHUNK));
}
