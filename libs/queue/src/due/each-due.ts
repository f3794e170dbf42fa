import { Logger } from '@nestjs/common';
import type { Logger as Log } from 'pino';
import type { DueSource } from './due-source';
import { DueWorker } from './due-worker';

const BATCH = 100;
/**
 * After this many failures the service that the work needs is probably down, so the rest waits for the next
 * run.
 */
const MAX_FAILURES = 200;

/** Due work without claims, because doing it twice at once is harmless. */
export interface DueList {
  /** Ids of at most `limit` items that are due at `upTo`, the longest waiting first. */
  due(limit: number, upTo: Date): Promise<string[]>;
  /** Works on one item; returns whether it is done. */
  work(id: string): Promise<boolean>;
  /** Number of items worked on at once; one by default. */
  concurrency?: number;
}

/**
 * Works once on everything that is due at `upTo`. A failed item is logged, stays due for the next run and
 * delays no other; after MAX_FAILURES the rest is left to the next run. Returns the number of items done.
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
      // Items that were not done may still be due and come first in the list.
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
    // The next batch is listed after this one has ended, because running items would be listed again.
    refillIn: () => null,
  };
  const logger = new Logger('DueWork');
  const clock = { now: () => upTo };
  await new DueWorker(source, { clock, sweepMs: Infinity, logger, what: 'due work' }).drain();
  return ended;
}
