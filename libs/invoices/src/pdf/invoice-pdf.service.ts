import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { LOGGER } from '@app/http';
import { ConcurrencyLimit, DomainError } from '@app/kernel';
import type { Logger } from 'pino';
import type { InvoiceDocument } from './invoice-document';
import type { InvoiceSheet } from './invoice-sheet';
import { sheetOf } from './invoice-sheet.policy';

type Answer = { ready: true } | { pdf: Uint8Array } | { fault: string };

/** A new thread loads its code and fonts, which takes seconds on a busy machine. */
const START_MS = 30_000;
const DRAWING_MS = 10_000;
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
