/** Lets so many work at once; the others wait for their turn, in the order in which they came. */
export class ConcurrencyLimit {
  private running = 0;
  private readonly queue: (() => void)[] = [];

  constructor(private readonly most: number) {}

  /** How many wait. */
  get waiting(): number {
    return this.queue.length;
  }

  async schedule<T>(work: () => Promise<T>): Promise<T> {
    if (this.running < this.most) this.running += 1;
    else await new Promise<void>((turn) => this.queue.push(turn));
    try {
      return await work();
    } finally {
      // The place goes to the next in line; it is given up only where nobody waits.
      const next = this.queue.shift();
      if (next) next();
      else this.running -= 1;
    }
  }
}
