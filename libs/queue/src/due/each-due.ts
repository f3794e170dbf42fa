import { Logger } from '@nestjs/common';
import type { Logger as Log } from 'pino';
import type { DueSource } from './due-source';
import { DueWorker } from './due-worker';

const BATCH = 100;
/** After so many failures what the work needs is away, and the next run comes soon: this one makes room for other work. */
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
  const run = new ListRun(list, log);
  const logger = new Logger('DueWork');
  await new DueWorker(run, { upTo: () => upTo, sweepMs: Infinity, logger, what: 'due work' }).drain();
  return run.ended;
}

class ListRun implements DueSource<{ id: string }> {
  readonly limits;
  ended = 0;
  private failed = 0;
  private isExhausted = false;
  private readonly seen = new Set<string>();

  constructor(
    private readonly list: DueList,
    private readonly log: Pick<Log, 'error'>,
  ) {
    this.limits = { concurrency: list.concurrency ?? 1, claimed: BATCH };
  }

  async claim(room: number, upTo: Date): Promise<{ id: string }[]> {
    if (this.isExhausted || this.failed >= MAX_FAILURES) return [];
    // Those that did not end may be due still, and stand in front of the rest.
    const limit = room + this.seen.size - this.ended;
    const ids = await this.list.due(limit, upTo);
    this.isExhausted = ids.length < limit;
    const fresh = ids.filter((id) => !this.seen.has(id));
    for (const id of fresh) this.seen.add(id);
    return fresh.map((id) => ({ id }));
  }

  async work({ id }: { id: string }): Promise<void> {
    try {
      if (await this.list.work(id)) this.ended += 1;
    } catch (error) {
      this.failed += 1;
      this.log.error({ err: error, id }, 'due work failed; it stays due');
    }
  }

  /** The next batch is listed when this one has ended: what is under way would be listed again. */
  refillIn(): null {
    return null;
  }
}
