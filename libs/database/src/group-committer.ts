import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '@app/kernel';
import type { Pool } from 'pg';
import { commitUnits, type Outcome } from './commit-units';
import { POSTGRES_POOL } from './pool';
import { meaningOf } from './statement';
import type { Work } from './work';

const BATCH_LIMIT = 512;

interface Waiting {
  work: Work;
  resolve(outcome: Outcome): void;
  reject(error: unknown): void;
}

/**
 * Commits units of work that have no rows of their own. While one batch commits, the next one gathers: no timer,
 * and a lone unit waits for nobody. Each unit of a batch is accepted or refused by itself.
 */
@Injectable()
export class GroupCommitter {
  private waiting: Waiting[] = [];
  private committing = false;

  constructor(
    @Inject(POSTGRES_POOL) private readonly pool: Pool,
    private readonly clock: Clock,
  ) {}

  commit(work: Work): Promise<Outcome> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ work, resolve, reject });
      if (!this.committing) void this.drain();
    });
  }

  private async drain(): Promise<void> {
    this.committing = true;
    while (this.waiting.length > 0) await this.commitBatch(this.nextBatch());
    this.committing = false;
  }

  /** At most one unit per key goes into a batch: the second of two equal keys has to see the first one's answer. */
  private nextBatch(): Waiting[] {
    const batch: Waiting[] = [];
    const later: Waiting[] = [];
    const keys = new Set<string>();
    for (const entry of this.waiting) {
      const record = entry.work.idempotency;
      const key = record && `${record.principalId} ${record.key}`;
      if (batch.length >= BATCH_LIMIT || (key && keys.has(key))) later.push(entry);
      else batch.push(entry);
      if (key) keys.add(key);
    }
    this.waiting = later;
    return batch;
  }

  private async commitBatch(batch: Waiting[]): Promise<void> {
    try {
      const outcomes = await this.commitTogether(batch, false);
      batch.forEach((entry, i) => this.settle(entry, outcomes[i]!));
    } catch (error) {
      // One faulty unit fails the whole call: alone, each finds its own outcome.
      if (batch.length === 1) batch[0]!.reject(meaningOf(error));
      else await Promise.all(batch.map((entry) => this.commitAlone(entry)));
    }
  }

  private settle(entry: Waiting, outcome: Outcome): void {
    // Somebody else holds the key just now: wait for that answer without holding up the next batch.
    if (outcome.kind === 'busy') void this.commitAlone(entry);
    else entry.resolve(outcome);
  }

  private async commitAlone(entry: Waiting): Promise<void> {
    try {
      entry.resolve((await this.commitTogether([entry], true))[0]!);
    } catch (error) {
      entry.reject(meaningOf(error));
    }
  }

  private commitTogether(batch: Waiting[], wait: boolean): Promise<Outcome[]> {
    return commitUnits(
      this.pool,
      batch.map(({ work }) => work),
      this.clock.now(),
      wait,
    );
  }
}
