import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { HeldPlaces, LOGGER, networkShares, rateLimited } from '@app/http';
import { DomainError, FairLimit } from '@app/kernel';
import type { Logger } from 'pino';
import type { InvoiceDocument } from './invoice-document';
import type { InvoiceSheet } from './invoice-sheet';
import { sheetOf } from './invoice-sheet.policy';

type Answer = { ready: true } | { pdf: Uint8Array } | { fault: string };

/** A new thread loads its code and fonts, which takes seconds on a busy machine. */
const START_MS = 30_000;
const DRAWING_MS = 10_000;
const MAX_MEMORY_MB = 128;
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
 * Draws invoices as PDFs in one worker thread per process, which is replaced when it fails or takes too long. Networks
 * take turns, so that many requests of one delay the others by one invoice.
 */
@Injectable()
export class InvoicePdf implements OnApplicationShutdown {
  private worker?: Worker;
  private readonly turns = new FairLimit(1);
  private readonly places = new HeldPlaces();

  constructor(@Inject(LOGGER) private readonly log: Logger) {}

  /**
   * The same document gives the same bytes. Mails have no reader. Throws RATE_LIMITED if the reader has too many under way,
   * SERVICE_UNAVAILABLE if the thread is busy or fails.
   */
  async draw(document: InvoiceDocument, reader: PdfReader | null): Promise<Buffer> {
    const networks = reader ? networkShares(reader.address, PLACES) : [];
    const own = reader ? [{ holder: reader.ownerId, max: PLACES_PER_ACCOUNT }, ...networks] : [];
    const all = { holder: 'all', max: PLACES };
    if (this.places.usedUp(own)) throw rateLimited({ timeToBlockExpire: RETRY_AFTER });
    if (this.places.usedUp([all])) throw unavailable();
    const release = this.places.take([...own, all]);
    try {
      const sheet = sheetOf(document);
      return await this.turns.schedule(networks.at(-1)?.holder ?? 'mails', () => this.inWorker(sheet));
    } finally {
      release();
    }
  }

  async onApplicationShutdown(): Promise<void> {
    await this.worker?.terminate();
  }

  private async inWorker(sheet: InvoiceSheet): Promise<Buffer> {
    const isNew = !this.worker;
    const worker = (this.worker ??= this.startWorker());
    try {
      if (isNew) await answerOf(worker, START_MS);
      const answer = answerOf(worker, DRAWING_MS);
      worker.postMessage(sheet);
      const drawn = await answer;
      if (!('pdf' in drawn)) throw new Error('fault' in drawn ? drawn.fault : 'no PDF');
      return Buffer.from(drawn.pdf);
    } catch (error) {
      this.worker = undefined;
      await worker.terminate();
      this.log.error({ err: error, invoice: sheet.number }, 'an invoice cannot be drawn');
      throw unavailable();
    }
  }

  private startWorker(): Worker {
    const worker = new Worker(path.join(__dirname, 'invoice-pdf.worker.js'), {
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: MAX_MEMORY_MB },
    });
    // A fault of an idle thread must not end the process.
    worker.on('error', (error) => this.log.error({ err: error }, 'the thread that draws invoices failed'));
    worker.once('exit', () => {
      if (this.worker === worker) this.worker = undefined;
    });
    // An idle thread does not keep the process from ending.
    worker.unref();
    return worker;
  }
}

/** The next message of the thread. Rejects after `ms`, or when the thread ends. */
function answerOf(worker: Worker, ms: number): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => fail(new Error(`no answer within ${ms} ms`)), ms);
    const release = () => {
      clearTimeout(timer);
      worker.off('message', take).off('error', fail).off('exit', gone);
    };
    const take = (answer: Answer) => {
      release();
      resolve(answer);
    };
    const fail = (error: Error) => {
      release();
      reject(error);
    };
    const gone = () => fail(new Error('the thread ended'));
    worker.on('message', take).on('error', fail).on('exit', gone);
  });
}

const unavailable = () =>
  new DomainError('unavailable', 'SERVICE_UNAVAILABLE', 'The PDF cannot be drawn at the moment; try again.', {
    retry_after: 30,
  });
