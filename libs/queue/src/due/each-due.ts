import { Logger } from '@nestjs/common';
import type { Logger as Log } from 'pino';
import type { DueSource } from './due-source';
import { DueWorker } from './due-worker';

const BATCH = 100;
/** After so many failures the service that the work needs is away: the next run is soon, and other work needs room. */
const MAX_FAILURES = 200;

/** Due work without claims: doing it twice at once does no harm. */
export interface DueList {
  /** Ids of at most `limit` that are due at `upTo`, the longest waiting first. */
  due(limit: number, upTo: Date): Promise<string[]>;
  /** Whether it came to an end. */
  work(id: string): Promise<boolean>;
  /** How many are worked on at once; one where absent. */
  concurrency?: number;
}

/**
 * Works through everything that is due at `upTo`, each once. One that fails is logged, stays due for the next run and
 * delays no other; after very many failures the rest is left to the next run. Returns how many came to an end.
 */
export async function eachDue(list: DueList, upTo: Date, log: Pick<Log, 'error'>): Promise<number> {
  const seen = new Set<string>();
  let ended = 0;
  let failed = 0;
  let isComplete = false;
  const source: DueSource<{ id: string }> = {
    limits: { concurrency: list.concurrency ?? 1, claimed: BATCH },
    async claim(room) {
      if (isComplete || failed >= MAX_FAILURES) return [];
      // Those that did not end may be due still, and stand in front of the rest.
      const limit = room + seen.size - ended;
      const ids = await list.due(limit, upTo);
      isComplete = ids.length < limit;
      const fresh = ids.filter((id) => !seen.has(id));
      for (const id of fresh) seen.add(id);
      return fresh.map((id) => ({ id }));
    },
    async work({ id }) {
      try {
        if (await list.work(id)) ended += 1;
      } catch (error) {
        failed += 1;
        log.error({ err: error, id }, 'due work failed; it stays due');
      }
    },
    // The next batch is listed when this one has ended: what is under way would be listed again.
    refillIn: () => null,
  };
  const logger = new Logger('DueWork');
  const clock = { now: () => upTo };
  await new DueWorker(source, { clock, sweepMs: Infinity, logger, what: 'due work' }).drain();
  return ended;
}
