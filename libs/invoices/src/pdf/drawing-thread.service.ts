import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { type ThreadLimits, watchThread } from '@app/kernel';
import type { Logger } from 'pino';
import type { InvoiceSheet } from './invoice-sheet';

/** Messages of the thread: once when it has started, with its folder in the system, then one for each invoice. */
type Answer = { thread: string | null } | { pdf: Uint8Array } | { fault: string };

const MAX_MEMORY_MB = 128;

/** A worker thread that draws one invoice after the other. It is not used again after a failure. */
export class DrawingThreadService {
  private readonly worker: Worker;
  private readonly started: Promise<string | null>;
  private hasStarted = false;

  constructor(
    private readonly limits: Readonly<ThreadLimits>,
    log: Logger,
  ) {
    this.worker = new Worker(path.join(__dirname, 'invoice-pdf.worker.js'), {
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: MAX_MEMORY_MB },
    });
    // A fault of an idle thread must not end the process.
    this.worker.on('error', (error) => log.error({ err: error }, 'the thread that draws invoices failed'));
    // An idle thread does not keep the process from ending.
    this.worker.unref();
    this.started = this.start();
    // The first drawing reports it.
    this.started.catch(() => undefined);
  }

  /** Calls back when the thread has ended, with whether it had started before. */
  onEnd(callback: (hadStarted: boolean) => void): void {
    this.worker.once('exit', () => callback(this.hasStarted));
  }

  /** Throws if the drawing fails, the thread ends, or the time is over. */
  async draw(sheet: InvoiceSheet): Promise<Buffer> {
    const thread = await this.started;
    const answer = this.answer(thread);
    this.worker.postMessage(sheet);
    const drawn = await answer;
    if (!('pdf' in drawn)) throw new Error('fault' in drawn ? drawn.fault : 'no PDF');
    return Buffer.from(drawn.pdf);
  }

  async end(): Promise<void> {
    await this.worker.terminate();
  }

  private async start(): Promise<string | null> {
    const answer = await this.answer(null);
    this.hasStarted = true;
    return 'thread' in answer ? answer.thread : null;
  }

  /** The next message of the thread. */
  private answer(thread: string | null): Promise<Answer> {
    const { worker } = this;
    return new Promise((resolve, reject) => {
      const endWatch = watchThread(
        () => thread,
        this.limits,
        (reason) => fail(new Error(reason)),
      );
      const release = () => {
        endWatch();
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
}
