import { Inject, Injectable } from '@nestjs/common';
import { LOGGER } from '@app/http';
import { Clock } from '@app/kernel';
import { eachDue, Scheduled } from '@app/queue';
import { Commands } from '@app/write-path';
import type { Logger } from 'pino';
import { ExpireDocument } from '../commands/expire-document';
import { NotifyOfExpiry } from '../commands/notify-of-expiry';
import { KycDocumentRepository } from '../kyc-document.repository';

/** Days before the last day of a document, the last notice first: of two that are due, only it is sent. */
const NOTICE_DAYS = [7, 30] as const;

/** Counts documents out from 00:00 UTC of the day after their last, and notifies their owners before. Any number may run. */
@Injectable()
@Scheduled({ every: '1m', name: 'expire identity documents' })
export class ExpireDocuments {
  constructor(
    private readonly commands: Commands,
    private readonly documents: KycDocumentRepository,
    private readonly clock: Clock,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  /** Returns the number of documents that expired. */
  async run(): Promise<number> {
    const now = this.clock.now();
    for (const days of NOTICE_DAYS) {
      const notices = {
        due: (limit: number, upTo: Date) => this.documents.toNotify(upTo, days, limit),
        work: (id: string) => this.commands.execute(new NotifyOfExpiry(id, days)),
      };
      await eachDue(notices, now, this.log);
    }
    const expiries = {
      due: (limit: number, upTo: Date) => this.documents.toExpire(upTo, limit),
      work: (id: string) => this.commands.execute(new ExpireDocument(id)),
    };
    return eachDue(expiries, now, this.log);
  }
}
