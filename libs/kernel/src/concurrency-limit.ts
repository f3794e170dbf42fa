/** Runs at most so many pieces of work at once; the others wait in a queue, first come, first served. */
export class ConcurrencyLimit {
  private running = 0;
  private readonly queue: (() => void)[] = [];

  constructor(private readonly limit: number) {}

  /** Length of the queue. */
  get waiting(): number {
    return this.queue.length;
  }

  async schedule<T>(work: () => Promise<T>): Promise<T> {
    if (this.running < this.limit) this.running += 1;
    else await new Promise<void>((turn) => this.queue.push(turn));
    try {
      return await work();
    } finally {
      // The place goes to the next in the queue; it is given up only where the queue is empty.
      const next = this.queue.shift();
      if (next) next();
      else this.running -= 1;
    }
  }
}
