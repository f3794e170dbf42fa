/**
 * Runs at most `limit` pieces of work at once, at most `perHolder` of one holder. Holders whose work waits take turns, so
 * that much work of one delays the others by one piece.
 */
export class FairLimit {
  private running = 0;
  private readonly runningOf = new Map<string, number>();
  /** The work that waits, by holder; the holder whose turn is next comes first. */
  private readonly queues = new Map<string, (() => void)[]>();

  constructor(
    private readonly limit: number,
    private readonly perHolder = limit,
  ) {}

  /** Pieces of work that wait, of all holders. */
  get waiting(): number {
    return [...this.queues.values()].reduce((sum, queue) => sum + queue.length, 0);
  }

  async schedule<T>(holder: string, work: () => Promise<T>): Promise<T> {
    await new Promise<void>((begin) => {
      const queue = this.queues.get(holder) ?? [];
      queue.push(begin);
      this.queues.set(holder, queue);
      this.next();
    });
    try {
      return await work();
    } finally {
      this.count(holder, -1);
      this.next();
    }
  }

  /** Begins what has room, in turn. */
  private next(): void {
    for (const [holder, queue] of this.queues) {
      if (this.running >= this.limit) return;
      if ((this.runningOf.get(holder) ?? 0) >= this.perHolder) continue;
      this.count(holder, 1);
      // The end of the map, which this loop reaches too.
      this.queues.delete(holder);
      const begin = queue.shift()!;
      if (queue.length > 0) this.queues.set(holder, queue);
      begin();
    }
  }

  private count(holder: string, change: 1 | -1): void {
    this.running += change;
    const running = (this.runningOf.get(holder) ?? 0) + change;
    if (running > 0) this.runningOf.set(holder, running);
    else this.runningOf.delete(holder);
  }
}
