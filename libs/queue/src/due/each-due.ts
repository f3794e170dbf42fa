import type { Logger } from 'pino';

const BATCH = 100;
/** Whoever is asked for so much in vain is away, and the next run comes soon: this one makes room for other work. */
const MAX_FAILURES = 200;

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
 * other waiting, wherever it stands; after very many failures the rest is left to the next run. Returns how many came to an end.
 */
export async function eachDue({ due, work, atOnce = 1 }: DueWork, log: Logger): Promise<number> {
  const seen = new Set<string>();
  let ended = 0;
  let failed = 0;
  const one = async (id: string) => {
    seen.add(id);
    try {
      if (await work(id)) ended += 1;
    } catch (error) {
      failed += 1;
      log.error({ err: error, id }, 'due work failed; it stays due');
    }
  };
  let stuck = 0;
  for (;;) {
    // Those that did not end may be due still, and stand in front of the rest.
    const limit = BATCH + stuck;
    const ids = await due(limit);
    const fresh = ids.filter((id) => !seen.has(id));
    stuck = ids.length - fresh.length;
    for (let i = 0; i < fresh.length; i += atOnce) await Promise.all(fresh.slice(i, i + atOnce).map(one));
    if (ids.length < limit || failed >= MAX_FAILURES) return ended;
  }
}
