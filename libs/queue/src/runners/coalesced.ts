/**
 * Runs `work` one at a time. However often it is called during a run, it runs once more after it: what came in
 * while the work was looking is never overlooked.
 */
export class Coalesced {
  private running: Promise<void> | null = null;
  private again = false;

  constructor(private readonly work: () => Promise<void>) {}

  /** Resolves when everything asked for so far has been done; rejects when the work does. */
  run(): Promise<void> {
    this.again = true;
    this.running ??= this.loop();
    return this.running;
  }

  /** Waits for the run that is under way, if any, whatever its outcome. */
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
      // In the same turn as the last look at `again`: a call between the two would get a run that has ended.
      this.running = null;
    }
  }
}
