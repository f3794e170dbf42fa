import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '@app/kernel';
import type { Pool } from 'pg';
import { commitEncoded, commitUnits, type Outcome } from './commit-units';
import { isMadeBefore, outcomeOf } from './made-before';
import { POSTGRES_POOL } from './pool';
import { meaningOf } from './statement';
import type { IdempotencyRecord, Work } from './work';
import { EncodedUnits } from './work-encoding';

const BATCH_LIMIT = 512;
/** Under load a second batch commits beside the first, so that the database works while answers are written. */
const CALLS_AT_ONCE = 2;
const WORTH_A_CALL_BESIDE = 64;

interface Waiting {
  work: Work;
  resolve(outcome: Outcome): void;
  reject(error: unknown): void;
}

/** Units that will commit together. They are encoded as they come in, while the batch before them commits. */
class Batch {
  readonly entries: Waiting[] = [];
  private readonly units = new EncodedUnits();
  private readonly keys = new Set<string>();
  private fault: unknown;

  /** At most one unit per key: the second of two equal keys has to see the first one's answer. */
  takes({ idempotency: record }: Work): boolean {
    return this.entries.length < BATCH_LIMIT && !(record && this.keys.has(nameOf(record)));
  }

  add(entry: Waiting): void {
    const { idempotency: record } = entry.work;
    if (record) this.keys.add(nameOf(record));
    this.entries.push(entry);
    try {
      this.units.add(entry.work);
    } catch (error) {
      this.fault ??= error;
    }
  }

  /** Throws where a unit could not be encoded: the columns end unequal then. */
  get encoded(): EncodedUnits {
    if (this.fault !== undefined) throw this.fault as Error;
    return this.units;
  }
}

/**
 * Commits units of work that have no rows of their own. While batches commit, the next one gathers: no timer,
 * and a lone unit waits for nobody. Each unit of a batch is accepted or refused by itself.
 */
@Injectable()
export class GroupCommitter {
  private readonly waiting: Batch[] = [];
  private calls = 0;
  private isGathering = false;

  constructor(
    @Inject(POSTGRES_POOL) private readonly pool: Pool,
    private readonly clock: Clock,
  ) {}

  commit(work: Work): Promise<Outcome> {
    return new Promise((resolve, reject) => {
      this.batchFor(work).add({ work, resolve, reject });
      if (this.size >= WORTH_A_CALL_BESIDE) return void this.drain();
      if (this.isGathering) return;
      this.isGathering = true;
      // After the callbacks that are due: units of requests that go side by side commit together.
      process.nextTick(() => {
        this.isGathering = false;
        void this.drain();
      });
    });
  }

  private batchFor(work: Work): Batch {
    const open = this.waiting.find((batch) => batch.takes(work));
    if (open) return open;
    const batch = new Batch();
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
      await this.commitBatch(this.waiting.shift()!);
      this.calls -= 1;
    }
  }

  private async commitBatch(batch: Batch): Promise<void> {
    const { entries } = batch;
    try {
      const outcomes = await commitEncoded(this.pool, batch.encoded, this.clock.now(), false);
      entries.forEach((entry, i) => this.settle(entry, outcomes[i]!));
    } catch (error) {
      // One faulty unit fails the whole call, and so does a connection that is lost, perhaps after the commit: alone,
      // each finds its own outcome.
      if (entries.length === 1) entries[0]!.reject(meaningOf(error));
      else await Promise.all(entries.map((entry) => this.commitAlone(entry)));
    }
  }

  private settle(entry: Waiting, outcome: Outcome): void {
    // Somebody else holds the key just now: wait for that answer without holding up the next batch.
    if (outcome.kind === 'busy') void this.commitAlone(entry);
    else entry.resolve(outcome);
  }

  private async commitAlone(entry: Waiting): Promise<void> {
    try {
      const [outcome] = await commitUnits(this.pool, [entry.work], this.clock.now(), true);
      entry.resolve(outcome!);
    } catch (error) {
      if (isMadeBefore(error)) outcomeOf(entry.work, this.pool).then(entry.resolve, entry.reject);
      else entry.reject(meaningOf(error));
    }
  }
}

function nameOf({ principalId, key }: IdempotencyRecord): string {
  return `${principalId} ${key}`;
}
