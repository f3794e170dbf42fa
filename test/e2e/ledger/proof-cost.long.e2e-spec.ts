import { ALL_PROOFS } from '@app/backoffice';
import { LedgerVerificationService } from '@app/ledger';
import type { Pool, PoolClient } from 'pg';
import { commitUnits } from '../../../libs/write-path/src/commit/commit-units';
import { RunningProofService } from '../../../libs/ledger/src/proofs/running-proof.service';
import { WalletProofService } from '../../../libs/ledger/src/proofs/wallet-proof.service';
import { Books, movement, newId, ngn, RULES } from '../../support/books';

const MOVEMENTS = 6000;
/** Rows that a proof may look at for each row it proves: itself, what it is held against, and some ways to get there. */
const PER_ROW = 20;

interface Plan {
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Join Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  Plans?: Plan[];
}

/** Rows that pass through any part of a plan, those looked at and dropped among them. */
function rowsOf(plan: Plan): number {
  const dropped =
    (plan['Rows Removed by Filter'] ?? 0) +
    (plan['Rows Removed by Join Filter'] ?? 0) +
    (plan['Rows Removed by Index Recheck'] ?? 0);
  const below = (plan.Plans ?? []).reduce((sum, part) => sum + rowsOf(part), 0);
  return (plan['Actual Rows'] + dropped) * plan['Actual Loops'] + below;
}

/** Two wallets with long histories, in tables that the planner has never counted: it takes them for nearly empty. */
describe('the cost of a proof', () => {
  let books: Books;
  let wallets: [string, string];

  beforeAll(async () => {
    books = await Books.open();
    const { rows: tables } = await books.owner.query<{ name: string }>(
      `SELECT oid::regclass::text AS name FROM pg_class WHERE relnamespace = 'ledger'::regnamespace AND relkind = 'r'`,
    );
    for (const { name } of tables)
      await books.owner.query(`ALTER TABLE ${name} SET (autovacuum_enabled = off)`);
    wallets = [await books.openAccount('NGN', 1_000_000), await books.openAccount()];
    const idle = Array.from({ length: MOVEMENTS }, newId);
    await books.app.query(
      `SELECT ledger.open_accounts(now(), $1, $1, array_fill('available'::text, $2), array_fill('NGN'::text, $2))`,
      [idle, [idle.length]],
    );
    const works = Array.from({ length: MOVEMENTS }, () => movement(...wallets, ngn(1)));
    await commitUnits(books.app, works, new Date(), true);
    await books.seal();
  });
  afterAll(() => books.close());

  /** The apps' connections; each query is explained where it is asked, and remembered with the rows it costs. */
  function explained(): { pool: Pool; costs: { sql: string; rows: number }[] } {
    const costs: { sql: string; rows: number }[] = [];
    const explain = async (client: PoolClient, sql: string, parameters?: unknown[]) => {
      if (/^[\s(]*SELECT/.test(sql)) {
        const { rows } = await client.query<{ 'QUERY PLAN': { Plan: Plan }[] }>(
          `EXPLAIN (ANALYZE, TIMING OFF, FORMAT JSON) ${sql}`,
          parameters,
        );
        costs.push({ sql, rows: rowsOf(rows[0]!['QUERY PLAN'][0]!.Plan) });
      }
      return client.query(sql, parameters);
    };
    const connect = async () => {
      const client = await books.app.connect();
      return {
        query: (sql: string, parameters?: unknown[]) => explain(client, sql, parameters),
        release: (broken?: Error) => client.release(broken),
      };
    };
    const query = (sql: string, parameters?: unknown[]) => books.app.query(sql, parameters);
    return { pool: { connect, query } as unknown as Pool, costs };
  }

  it('grows with all there is for a full proof', async () => {
    const { pool, costs } = explained();
    const { faults } = await LedgerVerificationService.of(pool, books.config, ALL_PROOFS).verify();
    expect(faults).toEqual([]);
    expect(costs.length).toBeGreaterThan(20);
    expect(costs.filter(({ rows }) => rows > PER_ROW * MOVEMENTS)).toEqual([]);
  });

  it('grows with its own history for a wallet', async () => {
    const { pool, costs } = explained();
    expect(await new WalletProofService(pool, RULES).ofAccounts([wallets[0]], [])).toEqual([]);
    expect(costs.length).toBeGreaterThan(20);
    expect(costs.filter(({ rows }) => rows > PER_ROW * 2000)).toEqual([]);
  });

  it('is the same for each step of a running proof, whatever there is', async () => {
    const { pool, costs } = explained();
    const found: unknown[] = [];
    await new RunningProofService(pool, RULES).runSteps((fault) => void found.push(fault));
    expect(found).toEqual([]);
    expect(costs.length).toBeGreaterThan(100);
    expect(costs.filter(({ rows }) => rows > PER_ROW * 5000)).toEqual([]);
  });
});
