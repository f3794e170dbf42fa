/**
 * Runs `work` one at a time. Any number of calls during a run cause one more run after it, so that no new work
 * is missed.
 */
export class Coalesced {
  private running: Promise<void> | null = null;
  private again = false;

  constructor(private readonly work: () => Promise<void>) {}

  /** Resolves when everything requested so far is done; rejects when the work does. */
  run(): Promise<void> {
    this.again = true;
    this.running ??= this.loop();
    return this.running;
  }

  /** Waits for the current run, if any, whatever its outcome. */
  async settled(): Promise<void> {
    await this.running?.catch(() => undefined);
  }

  private async loop(): Promise<void> {
    try {
      while (this.again) {
        this.again = false;
        await this.work();
      }
    } finally {
      // Set in the same tick as the last read of `again`, because a call in between would join a run that has
      // ended.
      this.running = null;
    }
  }
}
