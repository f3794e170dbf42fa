import { Inject, Injectable } from '@nestjs/common';
import { Config } from '@app/config';
import { POSTGRES_POOL } from '@app/database';
import { LOGGER } from '@app/http';
import { addSeconds, Clock } from '@app/kernel';
import { eachDue, Scheduled } from '@app/queue';
import { Commands } from '@app/write-path';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { EraseDocument } from '../commands/erase-document';
import { KycDocumentRepository } from '../kyc-document.repository';
import { DocumentStore } from '../store/document-store.port';

/** How long rejected and withdrawn documents are kept. */
const ENDED_SECONDS = 90 * 24 * 3600;
/** A store that is away is not asked for each document. */
const MAX_DELETED = 1000;

/**
 * Erases documents whose time is over: their keys first, then their encrypted bytes, which cannot be read from then on.
 * Any number of these jobs may run at once.
 */
@Injectable()
@Scheduled({ every: '1h', name: 'erase identity documents' })
export class EraseDocuments {
  constructor(
    private readonly commands: Commands,
    private readonly documents: KycDocumentRepository,
    private readonly store: DocumentStore,
    private readonly config: Config,
    private readonly clock: Clock,
    @Inject(POSTGRES_POOL) private readonly pool: Pool,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  /** Returns the number of documents that were erased. */
  async run(): Promise<number> {
    const now = this.clock.now();
    const closedBefore = new Date(now);
    closedBefore.setUTCFullYear(now.getUTCFullYear() - this.config.env.AML_RETENTION_YEARS);
    const erasable = {
      due: (limit: number, upTo: Date) =>
        this.documents.toErase(addSeconds(upTo, -ENDED_SECONDS), closedBefore, limit),
      work: (id: string) => this.commands.execute(new EraseDocument(id)),
    };
    const erased = await eachDue(erasable, now, this.log);
    await this.deleteLeftovers();
    return erased;
  }

  private async deleteLeftovers(): Promise<void> {
    const { rows } = await this.pool.query<{ id: string }>(
      'SELECT document_id AS id FROM kyc_leftover_files ORDER BY erased_at LIMIT $1',
      [MAX_DELETED],
    );
    for (const { id } of rows) {
      await this.store.delete(id);
      await this.pool.query('DELETE FROM kyc_leftover_files WHERE document_id = $1', [id]);
    }
  }
}
