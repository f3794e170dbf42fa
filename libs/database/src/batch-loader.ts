const LIMIT = 512;

/**
 * For queries that others wait behind. The server ends a statement sooner by itself; later than this, its connection
 * is dead and nobody was told.
 */
export const QUERY_TIMEOUT = { query_timeout: 6000 };

interface Waiting<Key, Value> {
  key: Key;
  resolve(value: Value): void;
  reject(error: unknown): void;
}

/**
 * Reads of one turn of the event loop go together, and so do those that come while these are under way: under load
 * one query answers many requests, and a lone read waits for nobody. `load` gives one value per key, in their order.
 */
export class BatchLoader<Key, Value> {
  private waiting: Waiting<Key, Value>[] = [];
  private loading = false;

  constructor(private readonly load: (keys: Key[]) => Promise<Value[]>) {}

  read(key: Key): Promise<Value> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ key, resolve, reject });
      if (this.loading) return;
      this.loading = true;
      // After the callbacks that are due: requests that go side by side ask in one breath.
      process.nextTick(() => void this.drain());
    });
  }

  private async drain(): Promise<void> {
    while (this.waiting.length > 0) await this.loadTogether(this.waiting.splice(0, LIMIT));
    this.loading = false;
  }

  private async loadTogether(batch: Waiting<Key, Value>[]): Promise<void> {
    try {
      const values = await this.load(batch.map(({ key }) => key));
      batch.forEach(({ resolve }, i) => resolve(values[i]!));
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }
}

/** Puts rows that carry the number of their key (`ord`, from 1) in the order of the keys; null where there is none. */
export function inOrder<Row extends { ord: string | number }>(
  count: number,
  rows: readonly Row[],
): (Row | null)[] {
  const values: (Row | null)[] = Array.from({ length: count }, () => null);
  for (const row of rows) values[+row.ord - 1] = row;
  return values;
}
