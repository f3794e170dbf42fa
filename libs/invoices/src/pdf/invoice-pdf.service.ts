import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { LOGGER } from '@app/http';
import { ConcurrencyLimit, DomainError } from '@app/kernel';
import type { Logger } from 'pino';
import type { InvoiceDocument } from './invoice-document';
import type { InvoiceSheet } from './invoice-sheet';
import { sheetOf } from './invoice-sheet.policy';

type Drawn = { pdf: Uint8Array } | { fault: string };

const TIMEOUT_MS = 5_000;
const MAX_MEMORY_MB = 128;
/** Invoices that may wait for the thread; more are refused. */
const MAX_WAITING = 100;

/** Draws invoices as PDFs in one worker thread per process, which is replaced when it fails or takes too long. */
@Injectable()
export class InvoicePdf implements OnApplicationShutdown {
  private worker?: Worker;
  private readonly turns = new ConcurrencyLimit(1);

  constructor(@Inject(LOGGER) private readonly log: Logger) {}

  /** The same document gives the same bytes. Throws SERVICE_UNAVAILABLE if the thread is busy or fails. */
  async draw(document: InvoiceDocument): Promise<Buffer> {
    if (this.turns.waiting >= MAX_WAITING) throw unavailable();
    const sheet = sheetOf(document);
    return this.turns.schedule(() => this.inWorker(sheet));
  }

  async onApplicationShutdown(): Promise<void> {
    await this.worker?.terminate();
  }

  private async inWorker(sheet: InvoiceSheet): Promise<Buffer> {
    const worker = (this.worker ??= this.startWorker());
    try {
      const drawn = await answerOf(worker, sheet);
      if ('fault' in drawn) throw new Error(drawn.fault);
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

function answerOf(worker: Worker, sheet: InvoiceSheet): Promise<Drawn> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => fail(new Error('timeout')), TIMEOUT_MS);
    const release = () => {
      clearTimeout(timer);
      worker.off('message', take).off('error', fail).off('exit', gone);
    };
    const take = (drawn: Drawn) => {
      release();
      resolve(drawn);
    };
    const fail = (error: Error) => {
      release();
      reject(error);
    };
    const gone = () => fail(new Error('the thread ended'));
    worker.on('message', take).on('error', fail).on('exit', gone);
    worker.postMessage(sheet);
  });
}

const unavailable = () =>
  new DomainError('unavailable', 'SERVICE_UNAVAILABLE', 'The PDF cannot be drawn at the moment; try again.', {
    retry_after: 30,
  });
