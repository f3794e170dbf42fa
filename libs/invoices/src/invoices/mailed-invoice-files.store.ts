import { Inject, Injectable } from '@nestjs/common';
import { POSTGRES_POOL } from '@app/database';
import { Clock, sha256 } from '@app/kernel';
import type { Pool } from 'pg';

/** The hashes of the PDFs that were mailed, which prove later what a client received. */
@Injectable()
export class MailedInvoiceFilesStore {
  constructor(
    @Inject(POSTGRES_POOL) private readonly pool: Pool,
    private readonly clock: Clock,
  ) {}

  /** Records a file before its mail is sent. An attempt that is repeated with the same file adds nothing. */
  async record(invoiceMailId: string, file: Buffer): Promise<void> {
    await this.pool.query(
      'INSERT INTO mailed_invoice_files (invoice_mail_id, sha256, drawn_at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING',
      [invoiceMailId, sha256(file), this.clock.now()],
    );
  }
}
