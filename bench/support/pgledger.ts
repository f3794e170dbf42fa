import { readFileSync } from 'node:fs';
import type { Server } from './server';

const ACCOUNTS = 10_000;

/** The reason why pgledger cannot be measured. Its SQL is not part of this repository. */
export function pgledgerMissing(): string | undefined {
  return process.env.PGLEDGER_SQL
    ? undefined
    : 'PGLEDGER_SQL is not set (paths of the SQL files of github.com/pgr0ss/pgledger, in order, comma-separated)';
}

/** Installs pgledger in a new database and returns a pgbench script of one random transfer. */
export async function installPgledger(server: Server, database: string): Promise<string> {
  await server.drop(database);
  await server.run(`CREATE DATABASE "${database}"`);
  for (const file of process.env.PGLEDGER_SQL!.split(','))
    await server.run(readFileSync(file, 'utf8'), database);
  await server.run(
    `CREATE TABLE bench_accounts AS
       SELECT n, (pgledger_create_account('account ' || n, 'NGN')).id FROM generate_series(0, ${ACCOUNTS - 1}) AS n;
     ALTER TABLE bench_accounts ADD PRIMARY KEY (n)`,
    database,
  );
  await server.settle(database);
  return [
    `\\set a random(0, ${ACCOUNTS - 1})`,
    `\\set b (:a + random(1, ${ACCOUNTS - 1})) % ${ACCOUNTS}`,
    `SELECT t.id FROM bench_accounts a, bench_accounts b, LATERAL pgledger_create_transfer(a.id, b.id, 12.34) t
      WHERE a.n = :a AND b.n = :b;`.replace(/\s+/g, ' '),
  ].join('\n');
}
