import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { HeldPlaces, LOGGER, networkShares, rateLimited } from '@app/http';
import { DomainError, FairLimit, type ThreadLimits } from '@app/kernel';
import type { Logger } from 'pino';
import { DrawingThreadService } from './drawing-thread.service';
import type { InvoiceSheet } from './invoice-sheet';

/**
 * The largest invoices take less than two seconds of a processor. On a busy machine that is minutes, so that the clock only
 * ends what gets no processor at all.
 */
const LIMITS: ThreadLimits = { processorMs: 10_000, clockMs: 300_000 };
/** Invoices that are drawn or wait for the thread; more are refused. */
const PLACES = 100;
const PLACES_PER_ACCOUNT = 4;
/** Seconds after which a reader with too many may send the next request. */
const RETRY_AFTER = 1;

/** Who reads a PDF: the account, and the client's network address. */
export interface PdfReader {
  ownerId: string;
  address: string;
}

/**
 * Draws invoices as PDFs in one worker thread per process, which is replaced at once when it fails or takes too long.
 * Networks take turns, so that many requests of one delay the others by one invoice.
 */
@Injectable()
export class InvoicePdfService implements OnApplicationShutdown {
  private readonly limits = { ...LIMITS };
  private thread?: DrawingThreadService;
  private isClosed = false;
  private readonly turns = new FairLimit(1);
  private readonly places = new HeldPlaces();

  constructor(@Inject(LOGGER) private readonly log: Logger) {}

  /**
   * The same sheet, which is laid out once there is a place, gives the same bytes. Mails have no reader. Throws RATE_LIMITED
   * if the reader has too many under way, SERVICE_UNAVAILABLE if the thread is busy or fails.
   */
  async draw(layOut: () => InvoiceSheet, reader: PdfReader | null): Promise<Buffer> {
    const networks = reader ? networkShares(reader.address, PLACES) : [];
    const own = reader ? [{ holder: reader.ownerId, max: PLACES_PER_ACCOUNT }, ...networks] : [];
    const all = { holder: 'all', max: PLACES };
    if (this.places.usedUp(own)) throw rateLimited({ timeToBlockExpire: RETRY_AFTER });
    if (this.places.usedUp([all])) throw unavailable();
    const release = this.places.take([...own, all]);
    try {
      const sheet = layOut();
      return await this.turns.schedule(networks.at(-1)?.holder ?? 'mails', () => this.inWorker(sheet));
    } finally {
      release();
    }
  }

  async onApplicationShutdown(): Promise<void> {
    this.isClosed = true;
    await this.thread?.end();
  }

  private async inWorker(sheet: InvoiceSheet): Promise<Buffer> {
    const thread = (this.thread ??= this.startThread());
    try {
      return await thread.draw(sheet);
    } catch (error) {
      await thread.end();
      this.log.error({ err: error, invoice: sheet.number }, 'an invoice cannot be drawn');
      throw unavailable();
    }
  }

  /** The next invoice finds a thread that has started, unless threads fail while they start. */
  private startThread(): DrawingThreadService {
    const thread = new DrawingThreadService(this.limits, this.log);
    thread.onEnd((hadStarted) => {
      if (this.thread !== thread) return;
      this.thread = hadStarted && !this.isClosed ? this.startThread() : undefined;
    });
    return thread;
  }
}

const unavailable = () =>
  new DomainError('unavailable', 'SERVICE_UNAVAILABLE', 'The PDF cannot be drawn at the moment; try again.', {
    retry_after: 30,
  });
