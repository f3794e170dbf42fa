const LIMIT = 512;

/**
 * Milliseconds after which a query that blocks others fails. The server cancels a statement earlier, so a longer
 * wait means that the connection was lost without notice.
 */
export const QUERY_TIMEOUT = { query_timeout: 6000 };

interface Waiting<Key, Value> {
  key: Key;
  resolve(value: Value): void;
  reject(error: unknown): void;
}

/**
 * Combines reads into batches. One query loads all keys requested in the same tick of the event loop, and the next
 * query loads all keys requested during it. A single read does not wait. `load` returns one value per key, in the
 * order of the keys.
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
      // At the end of the tick, so that concurrent requests share one query.
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

/**
 * Shares the reads of one value. Those requested in the same tick of the event loop get one result, and those requested
 * while a query runs get that of the next one, so that a result is never older than its request.
 */
export class SharedRead<Value> {
  private readonly reads: BatchLoader<null, Value>;

  constructor(load: () => Promise<Value>) {
    this.reads = new BatchLoader(async (requests) => {
      const value = await load();
      return requests.map(() => value);
    });
  }

  read(): Promise<Value> {
    return this.reads.read(null);
  }
}

/** Sorts rows by the number of their key (`ord`, from 1). A key without a row gives null. */
export function inOrder<Row extends { ord: string | number }>(
  count: number,
  rows: readonly Row[],
): (Row | null)[] {
  const values: (Row | null)[] = Array.from({ length: count }, () => null);
  for (const row of rows) values[+row.ord - 1] = row;
  return values;
}
