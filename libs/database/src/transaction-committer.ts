import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '@app/kernel';
import type { Pool, PoolClient } from 'pg';
import { commitUnits, type Outcome } from './commit-units';
import { POSTGRES_POOL } from './pool';
import { meaningOf, StaleAggregate, type Statement } from './statement';
import type { Work } from './work';

/** Commits a unit of work that has rows of its own: its guarded writes and its postings in one transaction. */
@Injectable()
export class TransactionCommitter {
  constructor(
    @Inject(POSTGRES_POOL) private readonly pool: Pool,
    private readonly clock: Clock,
  ) {}

  commit(work: Work): Promise<Outcome> {
    return this.write(work, 'COMMIT');
  }

  /** Does all that a commit does and takes it back: what would happen, decided by the same functions and constraints. */
  rehearse(work: Work): Promise<Outcome> {
    return this.write(work, 'ROLLBACK');
  }

  private async write(work: Work, end: 'COMMIT' | 'ROLLBACK'): Promise<Outcome> {
    const client = await this.pool.connect();
    let broken: Error | undefined;
    try {
      await client.query('BEGIN');
      for (const statement of work.statements) await run(client, statement);
      const [outcome] = await commitUnits(client, [work], this.clock.now(), true);
      await client.query(outcome!.kind === 'committed' ? end : 'ROLLBACK');
      return outcome!;
    } catch (error) {
      await client.query('ROLLBACK').catch((failure: Error) => (broken = failure));
      throw meaningOf(error, work.statements);
    } finally {
      client.release(broken);
    }
  }
}

async function run(client: PoolClient, { sql, parameters, expectedRows }: Statement): Promise<void> {
  const { rowCount } = await client.query(sql, parameters);
  if (expectedRows !== undefined && rowCount !== expectedRows) throw new StaleAggregate();
}
