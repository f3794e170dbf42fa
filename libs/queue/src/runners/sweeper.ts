import type { Logger } from '@nestjs/common';
import { Coalesced } from './coalesced';

export interface SweeperOptions {
  sweepMs: number;
  logger: Pick<Logger, 'warn' | 'error'>;
  /** What waits while looking for it fails, for the log: "mail". */
  what: string;
}

/**
 * Looks for work when woken, and every `sweepMs` in case a wake-up was lost: one look at a time, and one more for a
 * wake-up during a look. A look that fails is logged; the next one finds what is due.
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

  /** Looks now, or once more after the look under way. Rejects when that look does. */
  run(): Promise<void> {
    return this.looks.run();
  }

  /** The same for one who waits for no outcome. */
  async wake(): Promise<void> {
    if (this.stopped) return;
    await this.run().catch(({ message }: Error) =>
      this.options.logger.warn(`${this.options.what} waits: ${message}`),
    );
  }

  /** Looks in so many milliseconds, unless it does before. */
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

  /** Takes back what `wakeIn` has planned. */
  cancel(): void {
    clearTimeout(this.soon);
    this.soon = undefined;
  }

  /** Looks no more, and waits for the look under way. */
  async stop(): Promise<void> {
    this.stopped = true;
    clearInterval(this.sweep);
    this.cancel();
    await this.looks.settled();
  }
}
