import type { Logger } from 'pino';

const BATCH = 100;

/** Work that is due, named by ids. */
export interface DueWork {
  /** At most so many of those that are due, the longest waiting first. */
  due(limit: number): Promise<string[]>;
  /** Whether it came to an end. */
  work(id: string): Promise<boolean>;
  /** How many are worked on side by side; one at a time where absent. */
  atOnce?: number;
}

/**
 * Works through everything that is due, each once. One that fails is logged, stays due for the next run and keeps no
 * other waiting, wherever it stands. Returns how many came to an end.
 */
export async function eachDue({ due, work, atOnce = 1 }: DueWork, log: Logger): Promise<number> {
  const seen = new Set<string>();
  let ended = 0;
  const one = async (id: string) => {
    seen.add(id);
    try {
      if (await work(id)) ended += 1;
    } catch (error) {
      log.error({ err: error, id }, 'due work failed; it stays due');
    }
  };
  for (;;) {
    // Those that did not end may be due still, and stand in front of the rest.
    const limit = BATCH + seen.size - ended;
    const ids = await due(limit);
    const fresh = ids.filter((id) => !seen.has(id));
    for (let i = 0; i < fresh.length; i += atOnce) await Promise.all(fresh.slice(i, i + atOnce).map(one));
    if (ids.length < limit || fresh.length === 0) return ended;
  }
}
