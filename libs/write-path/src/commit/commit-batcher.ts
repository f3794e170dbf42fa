import { ConcurrencyLimit } from '@app/kernel';
import type { Pool } from 'pg';
import { errorOfConstraint } from '../unit-of-work/sql-write';
import type { IdempotencyRecord, PendingWrites } from '../unit-of-work/pending-writes';
import { isCommitUncertain, isLockTimeout, isServerUnreachable, LockWaitTimeout } from './commit-failures';
import type { Outcome } from './commit-units';
import { findLostCommit } from './find-lost-commit';

const BATCH_LIMIT = 512;
/** Limits the journals of a batch: one unit may have a thousand, and later units would wait for seconds. */
const JOURNAL_LIMIT = 2048;
/** Two batches may commit at once, so that the database works while answers are written. */
const MAX_CONCURRENT_BATCHES = 2;
const MIN_UNITS_FOR_SECOND_BATCH = 64;
/** A unit that cannot start its own commit by then fails, while its client still waits for the answer. */
const COMMIT_TIMEOUT_MS = 6000;

interface Waiting {
  pendingWrites: PendingWrites;
  resolve(outcome: Outcome): void;
  reject(error: unknown): void;
}

/** Units that commit together. No two have the same key, because the second must see the first one's answer. */
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
 * Collects units of work while earlier ones commit; it uses no timer, so a single unit commits at once. Each
 * unit of a batch is accepted or refused separately. A unit that cannot commit with the others commits in a
 * call of its own and does not delay them.
 */
export abstract class CommitBatcher<B extends Batch = Batch> {
  private readonly waiting: B[] = [];
  private calls = 0;
  private isScheduled = false;
  /** Commits that wait for locks use at most half of the connections. */
  private readonly alone: ConcurrencyLimit;

  constructor(protected readonly pool: Pool) {
    this.alone = new ConcurrencyLimit(Math.max(1, Math.floor((pool.options.max ?? 2) / 2)));
  }

  /**
   * Commits without waiting for locks on keys or rows. A unit that needs such a lock is reported busy or null,
   * and then commits alone.
   */
  protected abstract commitTogether(batch: B): Promise<(Outcome | null)[]>;
  protected abstract commitAlone(pendingWrites: PendingWrites): Promise<Outcome>;
  protected abstract newBatch(): B;

  protected enqueue(pendingWrites: PendingWrites): Promise<Outcome> {
    return new Promise((resolve, reject) => {
      this.batchFor(pendingWrites).add({ pendingWrites, resolve, reject });
      if (this.size >= MIN_UNITS_FOR_SECOND_BATCH) return void this.drain();
      if (this.isScheduled) return;
      this.isScheduled = true;
      // Deferred past the callbacks that are due, so that units of concurrent requests commit together.
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
    const calls = this.size >= MIN_UNITS_FOR_SECOND_BATCH ? MAX_CONCURRENT_BATCHES : 1;
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
        // Another transaction holds its key or rows: the unit waits for them without delaying the next batch.
        if (!outcome || outcome.kind === 'busy') this.finishAlone(entry, null);
        else entry.resolve(outcome);
      });
    } catch (error) {
      // One faulty unit fails the whole batch, and so does a lost connection, perhaps after the commit. Each
      // unit is retried alone to find its own outcome; the next batch does not wait.
      const [only] = entries;
      if (isServerUnreachable(error)) for (const { reject } of entries) reject(error);
      else if (entries.length === 1 && !isLockTimeout(error) && !isCommitUncertain(error))
        only!.reject(errorOfConstraint(error, only!.pendingWrites.writes));
      else
        for (const entry of entries)
          this.finishAlone(entry, isCommitUncertain(error) ? (error as Error) : null);
    }
  }

  private finishAlone({ pendingWrites: work, resolve, reject }: Waiting, doubt: Error | null): void {
    const since = performance.now();
    const finish = async () => {
      if (performance.now() - since > COMMIT_TIMEOUT_MS) throw doubt ?? new LockWaitTimeout();
      return this.commitOnce(work, doubt);
    };
    void this.alone.schedule(finish).then(resolve, reject);
  }

  /**
   * Commits one unit alone. `doubt` is the error that left an earlier commit uncertain; null where there was
   * none.
   */
  private async commitOnce(pendingWrites: PendingWrites, doubt: Error | null): Promise<Outcome> {
    if (doubt === null) return this.commitAlone(pendingWrites);
    try {
      const outcome = await this.commitAlone(pendingWrites);
      if (outcome.kind === 'committed' || outcome.kind === 'replayed') return outcome;
      // The unit may have been refused because of its own earlier commit.
      return (await findLostCommit(pendingWrites, this.pool)) ?? outcome;
    } catch (error) {
      const lost = await findLostCommit(pendingWrites, this.pool);
      if (lost) return lost;
      // The earlier commit may still be running and hold the lock. A unit without events cannot be recognised,
      // so its own rows may be what refuses it.
      throw isLockTimeout(error) || pendingWrites.events.length === 0 ? doubt : error;
    }
  }
}

function nameOf({ principalId, key }: IdempotencyRecord): string {
  return `${principalId} ${key}`;
}
