import { ConcurrencyLimit } from '@app/kernel';
import type { Pool } from 'pg';
import { meaningOf } from '../unit-of-work/sql-write';
import type { IdempotencyRecord, PendingWrites } from '../unit-of-work/pending-writes';
import { isDoubtful, isImpatient, isUnreached, waitedTooLong } from './commit-failures';
import type { Outcome } from './commit-units';
import { findLostCommit } from './find-lost-commit';

const BATCH_LIMIT = 512;
/** A unit may bring a thousand: a batch of many such would keep those behind it waiting for seconds. */
const JOURNAL_LIMIT = 2048;
/** Under load a second batch commits beside the first, so that the database works while answers are written. */
const CALLS_AT_ONCE = 2;
const WORTH_A_CALL_BESIDE = 64;
/** Whoever cannot go alone by then is told so, while their client still listens. */
const COMMIT_TIMEOUT_MS = 6000;

interface Waiting {
  pendingWrites: PendingWrites;
  resolve(outcome: Outcome): void;
  reject(error: unknown): void;
}

/** Units that will commit together: no two of them with one key, since the second has to see the first one's answer. */
export class Batch {
  readonly entries: Waiting[] = [];
  private readonly keys = new Set<string>();
  private journals = 0;

  takes({ idempotency: record, journals }: PendingWrites): boolean {
    const hasRoom = this.journals === 0 || this.journals + journals.length <= JOURNAL_LIMIT;
    return hasRoom && this.entries.length < BATCH_LIMIT && !(record && this.keys.has(nameOf(record)));
  }

  add(entry: Waiting): void {
    const { idempotency: record, journals } = entry.pendingWrites;
    this.journals += journals.length;
    if (record) this.keys.add(nameOf(record));
    this.entries.push(entry);
  }

  get works(): PendingWrites[] {
    return this.entries.map(({ pendingWrites: work }) => work);
  }
}

/**
 * Gathers units of work while those before them commit: no timer, and a lone unit waits for nobody. Each unit of a
 * batch is accepted or refused by itself; one that cannot go with the others goes alone, and holds up none of them.
 */
export abstract class CommitBatcher<B extends Batch = Batch> {
  private readonly waiting: B[] = [];
  private calls = 0;
  private isScheduled = false;
  /** Those that wait for somebody leave half of the connections to everybody else. */
  private readonly alone: ConcurrencyLimit;

  constructor(protected readonly pool: Pool) {
    this.alone = new ConcurrencyLimit(Math.max(1, Math.floor((pool.options.max ?? 2) / 2)));
  }

  /** Waits for nobody who holds a unit's key or rows: that unit is busy, or null, and goes alone. */
  protected abstract commitTogether(batch: B): Promise<(Outcome | null)[]>;
  protected abstract commitAlone(pendingWrites: PendingWrites): Promise<Outcome>;
  protected abstract newBatch(): B;

  protected enqueue(pendingWrites: PendingWrites): Promise<Outcome> {
    return new Promise((resolve, reject) => {
      this.batchFor(pendingWrites).add({ pendingWrites, resolve, reject });
      if (this.size >= WORTH_A_CALL_BESIDE) return void this.drain();
      if (this.isScheduled) return;
      this.isScheduled = true;
      // After the callbacks that are due: units of requests that go side by side commit together.
      process.nextTick(() => {
        this.isScheduled = false;
        void this.drain();
      });
    });
  }

  private batchFor(pendingWrites: PendingWrites): B {
    const open = this.waiting.find((batch) => batch.takes(pendingWrites));
    if (open) return open;
    const batch = this.newBatch();
    this.waiting.push(batch);
    return batch;
  }

  /** Number of units that would commit next. */
  private get size(): number {
    return this.waiting[0]?.entries.length ?? 0;
  }

  private isDue(): boolean {
    const calls = this.size >= WORTH_A_CALL_BESIDE ? CALLS_AT_ONCE : 1;
    return this.size > 0 && this.calls < calls;
  }

  private async drain(): Promise<void> {
    while (this.isDue()) {
      this.calls += 1;
      await this.settle(this.waiting.shift()!);
      this.calls -= 1;
    }
  }

  private async settle(batch: B): Promise<void> {
    const { entries } = batch;
    try {
      const outcomes = await this.commitTogether(batch);
      entries.forEach((entry, i) => {
        const outcome = outcomes[i];
        // Somebody else holds its key or its rows just now: it waits for them without holding up the next batch.
        if (!outcome || outcome.kind === 'busy') this.finishAlone(entry, null);
        else entry.resolve(outcome);
      });
    } catch (error) {
      // One faulty unit fails the whole call, and so does a connection that is lost, perhaps after the commit: alone,
      // each finds its own outcome. The next batch waits for none of them.
      const [only] = entries;
      if (isUnreached(error)) for (const { reject } of entries) reject(error);
      else if (entries.length === 1 && !isImpatient(error) && !isDoubtful(error))
        only!.reject(meaningOf(error, only!.pendingWrites.writes));
      else for (const entry of entries) this.finishAlone(entry, isDoubtful(error) ? (error as Error) : null);
    }
  }

  private finishAlone({ pendingWrites: work, resolve, reject }: Waiting, doubt: Error | null): void {
    const since = performance.now();
    const finish = async () => {
      if (performance.now() - since > COMMIT_TIMEOUT_MS) throw doubt ?? waitedTooLong();
      return this.certain(work, doubt);
    };
    void this.alone.schedule(finish).then(resolve, reject);
  }

  /** `doubt` is why nobody knows whether the unit was committed before; null where it was not. */
  private async certain(pendingWrites: PendingWrites, doubt: Error | null): Promise<Outcome> {
    if (doubt === null) return this.commitAlone(pendingWrites);
    try {
      const outcome = await this.commitAlone(pendingWrites);
      if (outcome.kind === 'committed' || outcome.kind === 'replayed') return outcome;
      // What refuses it may be its own effect.
      return (await findLostCommit(pendingWrites, this.pool)) ?? outcome;
    } catch (error) {
      const lost = await findLostCommit(pendingWrites, this.pool);
      if (lost) return lost;
      // Perhaps its first commit is under way still, and holds what it waited for; and of a unit that records nothing
      // nobody can tell whether its own rows refuse it.
      throw isImpatient(error) || pendingWrites.events.length === 0 ? doubt : error;
    }
  }
}

function nameOf({ principalId, key }: IdempotencyRecord): string {
  return `${principalId} ${key}`;
}
