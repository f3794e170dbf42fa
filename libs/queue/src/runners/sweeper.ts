import type { Logger } from '@nestjs/common';
import { Coalesced } from './coalesced';

export interface SweeperOptions {
  sweepMs: number;
  logger: Pick<Logger, 'warn' | 'error'>;
  /** What the worker looks for, for the log: "mail". */
  what: string;
}

/**
 * Looks for work when woken, and every `sweepMs` in case a wake-up was lost. Looks run one at a time; a wake-up
 * during a look causes one more. A failed look is logged, and the next one finds what is due.
 */
export class Sweeper {
  private readonly looks: Coalesced;
  private sweep: NodeJS.Timeout | undefined;
  private soon: NodeJS.Timeout | undefined;
  private soonAt = 0;
  private stopped = false;

  constructor(
    look: () => Promise<void>,
    private readonly options: SweeperOptions,
  ) {
    this.looks = new Coalesced(look);
  }

  start(): void {
    this.sweep = setInterval(() => void this.wake(), this.options.sweepMs).unref();
  }

  /** Looks now, or again after the current look. Rejects when the look fails. */
  run(): Promise<void> {
    return this.looks.run();
  }

  /** Does the same and logs failures instead of rejecting. */
  async wake(): Promise<void> {
    if (this.stopped) return;
    await this.run().catch(({ message }: Error) =>
      this.options.logger.warn(`${this.options.what} waits: ${message}`),
    );
  }

  /** Looks after `ms` milliseconds, unless an earlier look is planned. */
  wakeIn(ms: number): void {
    const at = performance.now() + ms;
    if (this.stopped || (this.soon && this.soonAt <= at)) return;
    clearTimeout(this.soon);
    this.soonAt = at;
    this.soon = setTimeout(() => {
      this.soon = undefined;
      void this.wake();
    }, ms).unref();
  }

  /** Cancels the look planned by `wakeIn`. */
  cancel(): void {
    clearTimeout(this.soon);
    this.soon = undefined;
  }

  /** Stops looking and waits for the current look. */
  async stop(): Promise<void> {
    this.stopped = true;
    clearInterval(this.sweep);
    this.cancel();
    await this.looks.settled();
  }
}
