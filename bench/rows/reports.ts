import { setTimeout as pause } from 'node:timers/promises';
import { SystemClock } from '@app/kernel';
import {
  MovementFoldingService,
  LedgerQueries,
  MergedMovementsQueries,
  MovementSumsQueries,
  SealJournals,
} from '@app/ledger';
import { Pool } from 'pg';
import { MovementSearchQueries } from '../../libs/ledger/src/balances/movement-search.queries';
import { Committer } from '../support/committer';
import type { Scene, SceneOptions, Variant } from '../support/figures';
import { COMMON_TEXT, fillLargeAccount, RARE_TEXT, RARE_TYPE } from '../support/journals';
import { settlePeople, walletId } from '../support/people';
import type { Server } from '../support/server';
import { timed } from '../support/timed';

const DATABASE = 'bench_reports';
const BUSY = 'bench_following';
const DAY_MS = 86_400_000;
const BEHIND = 10_000;
const PAGE = 20;
const IN_FLIGHT = 256;
/** So few that most of their wallets are folded in a round, and so many that few transfers wait for each other. */
const BUSY_PEOPLE = 2000;

/** Reports on one wallet with many movements over a year, and transfers while the follower folds them. */
export async function reportsScene(server: Server, { quick }: SceneOptions): Promise<Scene> {
  const movements = quick ? 500_000 : 10_000_000;
  console.log(`(filling one wallet with ${movements.toLocaleString('en')} movements over a year first)`);
  const config = await server.create(DATABASE);
  await settlePeople(config);
  await fillLargeAccount(server, DATABASE, movements);
  const pool = new Pool({ connectionString: config.env.DATABASE_URL, max: 4 });
  const account = walletId(0);
  const behind = (legs: number) =>
    server.run(
      `UPDATE ledger.folds SET folded_to = (SELECT seq FROM ledger.balances WHERE account_id = $1) - $2 WHERE account_id = $1`,
      DATABASE,
      [account, legs],
    );
  const follower = new MovementFoldingService(pool, new SystemClock());
  await foldAnew(server, account);
  await follower.fold();
  await server.settle(DATABASE);
  await settlePeople(await server.create(BUSY));
  const committer = await Committer.connect(server, BUSY);
  const busyPool = new Pool({ connectionString: server.urlOf(BUSY), max: 2 });

  const sums = new MovementSumsQueries(pool);
  const merged = new MergedMovementsQueries(pool, sums, new MovementSearchQueries(pool));
  const ledger = new LedgerQueries(pool);
  const now = Date.now();
  const bounds = [180, 90, 90, 0].map((days) => new Date(now - days * DAY_MS - 12_345));
  const overview = async () => void (await sums.flowsBetween([account], bounds));
  const rarePage = quick ? 200 : 1000;
  const list = { skip: 0, limit: PAGE, before: null };
  const searchesOf = (texts: Record<string, string>) =>
    Object.entries(texts).map(([name, q]) =>
      timed(`search-${name}`, async () => {
        const { searchedTo } = await merged.list([account], { q }, list);
        if (searchedTo !== null) throw new Error('not all movements were searched');
      }),
    );

  return {
    variants: [
      timed('overview', overview),
      timed('overview-scan', async () => {
        await pool.query(
          `SELECT width_bucket(created_at, $2::timestamptz[]), type, amount_minor > 0, count(*), sum(amount_minor)
             FROM ledger.legs WHERE account_id = $1 AND created_at >= $3 AND created_at < $4 GROUP BY 1, 2, 3`,
          [account, bounds, bounds[0], bounds[3]],
        );
      }),
      timed('overview-behind', overview, { before: () => behind(BEHIND), after: () => behind(0) }),
      timed('list-page-1', async () => void (await ledger.movementsBefore(account, BigInt(movements), PAGE))),
      timed('rare-page', async () => {
        const filter = { type: RARE_TYPE };
        const [page] = await Promise.all([
          merged.list([account], filter, { ...list, skip: (rarePage - 1) * PAGE }),
          merged.count([account], filter),
        ]);
        if (page.movements.length !== PAGE) throw new Error('not the page that was asked for');
      }),
      ...searchesOf({ rare: RARE_TEXT, common: COMMON_TEXT, absent: 'no such text' }),
      {
        figures: ['folded-legs'],
        async measure() {
          await foldAnew(server, account);
          const began = performance.now();
          const folded = await follower.fold();
          return [(folded * 1000) / (performance.now() - began)];
        },
      },
      rateBeside('without-follower', committer, busyPool, { folds: false }),
      rateBeside('with-follower', committer, busyPool, { folds: true }),
    ],
    async close() {
      await committer.close();
      await busyPool.end();
      await pool.end();
      for (const database of [DATABASE, BUSY]) await server.drop(database);
    },
  };
}

/** The movements of the large account are not sealed, so that the fold does not find it by itself. */
async function foldAnew(server: Server, account: string): Promise<void> {
  await server.run('SELECT ledger.fold_anew($1, now())', DATABASE, [account]);
  await server.run(
    `INSERT INTO ledger.folds VALUES ($1, 0, current_date - 89, true) ON CONFLICT (account_id) DO NOTHING`,
    DATABASE,
    [account],
  );
}

/** Transfers per second while journals are sealed every second, and folded or not. */
function rateBeside(
  figure: string,
  committer: Committer,
  pool: Pool,
  { folds }: { folds: boolean },
): Variant {
  const [seal, fold] = [new SealJournals(pool), new MovementFoldingService(pool, new SystemClock())];
  return {
    figures: [figure],
    async measure(seconds) {
      const stopped = new AbortController();
      const run = async () => {
        while (!stopped.signal.aborted) {
          await seal.run();
          if (folds) await fold.fold(stopped.signal, 64);
          await pause(1000, undefined, { signal: stopped.signal }).catch(() => undefined);
        }
      };
      const ended = run();
      try {
        return [await committer.rate(IN_FLIGHT, seconds, BUSY_PEOPLE)];
      } finally {
        stopped.abort();
        await ended;
      }
    },
  };
}
