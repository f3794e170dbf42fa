import { Inject, Injectable } from '@nestjs/common';
import { Clock, ConcurrencyLimit } from '@app/kernel';
import type { Pool, PoolClient } from 'pg';
import { isLockTimeout } from './commit-failures';
import { commitUnits, commitWithRows, onlyTableOf, type Outcome } from './commit-units';
import { Batch, CommitBatcher } from './commit-batcher';
import { bounded, onConnection, POSTGRES_POOL, rollBack, withTransaction } from '@app/database';
import { isRow, isUpdate, nameOf, type RowWrite, statementOf } from '../unit-of-work/row-write';
import { Turns } from './turns';
import { lockRows, rowsOf, writeRows } from './row-writer';
import { locksOf, meetConditions, takeLocks } from './shared-checks';
import { errorOfConstraint, StaleAggregate, type SqlWrite } from '../unit-of-work/sql-write';
import type { PendingWrites } from '../unit-of-work/pending-writes';

/** Limits lock waits in a batch, so that a long-held balance delays only the units that need it. */
const BEGIN_WITH_LOCK_TIMEOUT = `BEGIN; SET LOCAL lock_timeout = '500ms'`;

/** Attempts of a dry run; each waits half a second for a lock, and no lock is held between two. */
const MAX_DRY_RUN_ATTEMPTS = 6;

/**
 * Units that write aggregates. No two write the same one, because the second must see what the first did. Units
 * of test mode commit separately, because one call of the posting function cannot mix them with bookings.
 */
class RowBatch extends Batch {
  private readonly names = new Set<string>();

  override takes(pendingWrites: PendingWrites): boolean {
    const [first] = this.entries;
    if (first && isTest(first.pendingWrites) !== isTest(pendingWrites)) return false;
    return super.takes(pendingWrites) && !namesOf(pendingWrites).some((name) => this.names.has(name));
  }

  override add(entry: Batch['entries'][number]): void {
    super.add(entry);
    for (const name of namesOf(entry.pendingWrites)) this.names.add(name);
  }
}

/** What two units of a batch must not have in common: rows that they write, and locks. */
function namesOf(pendingWrites: PendingWrites): string[] {
  return [...rowsOf(pendingWrites).map(nameOf), ...locksOf(pendingWrites).map((lock) => `lock ${lock}`)];
}

/**
 * Commits units of work that write aggregates or other rows: guarded writes and postings in one transaction. Units that
 * only write rows, under locks and conditions or without, are batched and share a transaction.
 */
@Injectable()
export class TransactionCommitter extends CommitBatcher<RowBatch> {
  /** Limits dry runs, so that most connections remain for commits. */
  private readonly dryRuns: ConcurrencyLimit;
  private readonly turns = new Turns();

  constructor(
    @Inject(POSTGRES_POOL) pool: Pool,
    private readonly clock: Clock,
  ) {
    super(pool);
    this.dryRuns = new ConcurrencyLimit(Math.max(1, Math.floor((pool.options.max ?? 4) / 4)));
  }

  commit(pendingWrites: PendingWrites): Promise<Outcome> {
    const { turn } = pendingWrites;
    const commit = () =>
      canShare(pendingWrites) ? this.enqueue(pendingWrites) : this.commitAlone(pendingWrites);
    return turn === null ? commit() : this.turns.run(turn, commit);
  }

  /** Does everything that a commit does and rolls it back, for a dry run. */
  dryRun(pendingWrites: PendingWrites): Promise<Outcome> {
    return this.dryRuns.schedule(async () => {
      for (let attempt = 1; ; attempt++) {
        try {
          return await this.write(pendingWrites, BEGIN_WITH_LOCK_TIMEOUT, 'ROLLBACK');
        } catch (error) {
          if (!isLockTimeout(error) || attempt === MAX_DRY_RUN_ATTEMPTS) throw error;
        }
      }
    });
  }

  protected newBatch(): RowBatch {
    return new RowBatch();
  }

  /** Leaves out units whose locks are not free, whose conditions do not hold, or whose rows have changed or are locked. */
  protected async commitTogether({ works }: RowBatch): Promise<(Outcome | null)[]> {
    const table = onlyTableOf(works);
    if (table) return commitWithRows(this.pool, table, works, this.clock.now());
    return withTransaction(this.pool, (tx) => this.writeAndPost(tx, works), BEGIN_WITH_LOCK_TIMEOUT);
  }

  /**
   * Writes rows before it posts, so that balances are locked for a shorter time. If a unit is not committed, the batch is
   * rolled back, and `postAndWrite` writes only the rows of those that are.
   */
  private async writeAndPost(tx: PoolClient, works: readonly PendingWrites[]): Promise<(Outcome | null)[]> {
    const ready = await readyOf(tx, works);
    await writeRows(tx, ready.flatMap(rowsOf));
    const outcomes = await this.post(tx, ready);
    const isCommitted = (work: PendingWrites) => outcomes.get(work)!.kind === 'committed';
    if (!ready.every(isCommitted)) {
      await tx.query(bounded(`ROLLBACK; ${BEGIN_WITH_LOCK_TIMEOUT}`));
      if (ready.some(isCommitted)) return this.postAndWrite(tx, works);
    }
    return works.map((work) => outcomes.get(work) ?? null);
  }

  private async postAndWrite(tx: PoolClient, works: readonly PendingWrites[]): Promise<(Outcome | null)[]> {
    const ready = await readyOf(tx, works);
    const outcomes = await this.post(tx, ready);
    const accepted = ready.filter((work) => outcomes.get(work)!.kind === 'committed');
    await writeRows(tx, accepted.flatMap(rowsOf));
    return works.map((work) => outcomes.get(work) ?? null);
  }

  private async post(
    tx: PoolClient,
    works: readonly PendingWrites[],
  ): Promise<ReadonlyMap<PendingWrites, Outcome>> {
    const decided = works.length > 0 ? await commitUnits(tx, works, this.clock.now(), false) : [];
    return new Map(works.map((work, i) => [work, decided[i]!]));
  }

  protected commitAlone(pendingWrites: PendingWrites): Promise<Outcome> {
    return this.write(pendingWrites, 'BEGIN', 'COMMIT');
  }

  private async write(
    pendingWrites: PendingWrites,
    begin: string,
    end: 'COMMIT' | 'ROLLBACK',
  ): Promise<Outcome> {
    try {
      return await onConnection(this.pool, async (client, giveUp) => {
        try {
          await client.query(bounded(begin));
          for (const step of inSteps(inOrderOfLocks(pendingWrites))) await run(client, step);
          const [outcome] = await commitUnits(client, [pendingWrites], this.clock.now(), true);
          await client.query(bounded(outcome!.kind === 'committed' ? end : 'ROLLBACK'));
          return outcome!;
        } catch (error) {
          if (!(await rollBack(client, error as Error))) giveUp();
          throw error;
        }
      });
    } catch (error) {
      throw errorOfConstraint(error, pendingWrites.writes);
    }
  }
}

function isTest({ events }: PendingWrites): boolean {
  return events.some(({ event }) => event.mode === 'test');
}

/** The units that can commit now. Conditions are checked under the locks, by statements that see what was committed before. */
async function readyOf(tx: PoolClient, works: readonly PendingWrites[]): Promise<PendingWrites[]> {
  return lockRows(tx, await meetConditions(tx, await takeLocks(tx, works)));
}

/**
 * Whether the unit can share a transaction: it only writes rows, under locks and conditions, and no statement would update
 * two of them, because their order would be lost. The order of inserts does not matter.
 */
function canShare(pendingWrites: PendingWrites): boolean {
  const changes = rowsOf(pendingWrites).filter(isUpdate);
  const isShared = (write: SqlWrite | RowWrite) =>
    isRow(write) || write.lock !== undefined || write.condition !== undefined;
  return pendingWrites.writes.every(isShared) && new Set(changes.map(statementOf)).size === changes.length;
}

/**
 * Puts updates before inserts, as a batch does. Then two units that update one object and insert another never
 * deadlock, and the second one finds the object changed. Locks come first, so that a unit that waits for one holds no row,
 * and then conditions.
 */
function inOrderOfLocks(pendingWrites: PendingWrites): (SqlWrite | RowWrite)[] {
  const rows = rowsOf(pendingWrites);
  const isNew = new Set(rows.filter(({ kind }) => kind === 'insert').map(nameOf));
  const standing = new Set<RowWrite>(rows.filter((row) => isUpdate(row) && !isNew.has(nameOf(row))));
  const others = pendingWrites.writes.filter((write) => !standing.has(write as RowWrite));
  const has = (name: 'lock' | 'condition') => (write: SqlWrite | RowWrite) =>
    !isRow(write) && write[name] !== undefined;
  const [locks, conditions] = [others.filter(has('lock')), others.filter(has('condition'))];
  const first = new Set([...locks, ...conditions]);
  return [...locks, ...conditions, ...standing, ...others.filter((write) => !first.has(write))];
}

/** Groups consecutive inserts of one kind into one statement; every other write has its own. */
function inSteps(writes: readonly (SqlWrite | RowWrite)[]): (SqlWrite | RowWrite[])[] {
  const steps: (SqlWrite | RowWrite[])[] = [];
  for (const write of writes) {
    const last = steps.at(-1);
    if (!isRow(write)) steps.push(write);
    else if (write.kind === 'insert' && Array.isArray(last) && statementOf(last[0]!) === statementOf(write))
      last.push(write);
    else steps.push([write]);
  }
  return steps;
}

async function run(client: PoolClient, step: SqlWrite | RowWrite[]): Promise<void> {
  if (Array.isArray(step)) return writeRows(client, step);
  const { sql, parameters, expectedRows } = step;
  const { rowCount } = await client.query(bounded(sql, parameters));
  if (expectedRows !== undefined && rowCount !== expectedRows) throw new StaleAggregate();
}
