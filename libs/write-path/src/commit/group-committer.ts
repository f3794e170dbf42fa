import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '@app/kernel';
import type { Pool } from 'pg';
import { commitEncoded, commitUnits, type Outcome } from './commit-units';
import { Batch, CommitBatcher } from './commit-batcher';
import { POSTGRES_POOL } from '@app/database';
import { errorOfConstraint } from '../unit-of-work/sql-write';
import type { PendingWrites } from '../unit-of-work/pending-writes';
import { EncodedUnits } from './write-encoding';

/** Encodes units as they arrive, while the batch before them commits. */
class EncodedBatch extends Batch {
  private readonly units = new EncodedUnits();
  private fault: unknown;

  override add(entry: Batch['entries'][number]): void {
    super.add(entry);
    try {
      this.units.add(entry.pendingWrites);
    } catch (error) {
      this.fault ??= error;
    }
  }

  /** Throws when a unit could not be encoded, because the columns then differ in length. */
  get encoded(): EncodedUnits {
    if (this.fault !== undefined) throw this.fault as Error;
    return this.units;
  }
}

/** Commits units of work that write no aggregates: one call per batch, without an explicit transaction. */
@Injectable()
export class GroupCommitter extends CommitBatcher<EncodedBatch> {
  constructor(
    @Inject(POSTGRES_POOL) pool: Pool,
    private readonly clock: Clock,
  ) {
    super(pool);
  }

  commit(pendingWrites: PendingWrites): Promise<Outcome> {
    return this.enqueue(pendingWrites);
  }

  protected newBatch(): EncodedBatch {
    return new EncodedBatch();
  }

  protected async commitTogether(batch: EncodedBatch): Promise<Outcome[]> {
    return commitEncoded(this.pool, batch.encoded, this.clock.now(), false);
  }

  protected async commitAlone(pendingWrites: PendingWrites): Promise<Outcome> {
    try {
      const [outcome] = await commitUnits(this.pool, [pendingWrites], this.clock.now(), true);
      return outcome!;
    } catch (error) {
      throw errorOfConstraint(error);
    }
  }
}
