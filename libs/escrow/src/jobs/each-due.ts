import type { Logger } from 'pino';

const BATCH = 100;

/**
 * Works through what is due, batch by batch; one that fails is logged, stays due and keeps no other waiting. Returns how
 * many it was done with.
 */
export async function eachDue(
  due: (limit: number) => Promise<string[]>,
  log: Logger,
  work: (id: string) => Promise<boolean>,
): Promise<number> {
  for (let done = 0; ;) {
    const ids = await due(BATCH);
    let doneNow = 0;
    for (const id of ids) {
      try {
        if (await work(id)) doneNow += 1;
      } catch (error) {
        log.error({ err: error, id }, 'escrow work failed; it stays due');
      }
    }
    done += doneNow;
    if (ids.length < BATCH || doneNow === 0) return done;
  }
}
