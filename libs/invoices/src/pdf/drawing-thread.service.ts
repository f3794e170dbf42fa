import path from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Logger } from 'pino';
import type { InvoiceSheet } from './invoice-sheet';
import { threadTime } from './thread-time';

/** Messages of the thread: once when it has started, with its folder in the system, then one for each invoice. */
type Answer = { thread: string | null } | { pdf: Uint8Array } | { fault: string };

/** How long a drawing may use a processor, where the system tells that, and how long it may take. */
export interface DrawingLimits {
  processorMs: number;
  clockMs: number;
}

const MAX_MEMORY_MB = 128;
/** How often the time of a drawing is looked at. */
const LOOK_MS = 200;

/** A worker thread that draws one invoice after the other. It is not used again after a failure. */
export class DrawingThread {
  private readonly worker: Worker;
  private readonly started: Promise<string | null>;
  private hasStarted = false;

  constructor(
    private readonly limits: Readonly<DrawingLimits>,
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
      const timer = setInterval(look, LOOK_MS).unref();
      const [begun, usedBefore] = [performance.now(), threadTime(thread) ?? 0];
      const release = () => {
        clearInterval(timer);
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

      const { processorMs, clockMs } = this.limits;
      function look() {
        const used = (threadTime(thread) ?? 0) - usedBefore;
        if (used > processorMs) fail(new Error(`no answer after ${used} ms of a processor`));
        else if (performance.now() - begun > clockMs) fail(new Error(`no answer within ${clockMs} ms`));
      }
    });
  }
}
