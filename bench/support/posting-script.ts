import { EncodedUnits } from '../../libs/database/src/work-encoding';
import { PEOPLE, userId, userIdSql, walletId, walletIdSql } from './people';
import type { Server } from './server';
import { transferWork } from './transfers';

/** SQL types of the posting function's parameters, in order. */
async function parameterTypes(server: Server, database: string): Promise<string[]> {
  const rows = await server.run(
    `SELECT type::regtype::text AS type FROM pg_proc, unnest(proargtypes) WITH ORDINALITY AS t(type, place)
      WHERE oid = 'ledger.commit_units'::regproc ORDER BY place`,
    database,
  );
  return rows.map(({ type }) => type!);
}

/** A pgbench script that calls the posting function with one transfer between two people at random. */
export async function singleTransferScript(server: Server, database: string): Promise<string> {
  const work = transferWork(0, 1);
  const sql = new Map([
    [userId(0), userIdSql(':a')],
    [userId(1), userIdSql(':b')],
    [walletId(0), walletIdSql(':a')],
    [walletId(1), walletIdSql(':b')],
    ...[work.journals[0]!.id, work.events[0]!.id, work.correlationId].map((id) => [id, 'uuidv7()'] as const),
    [work.idempotency!.key, 'uuidv7()'],
  ]);
  const expression = (value: unknown): string => {
    if (value === null) return 'NULL';
    if (Buffer.isBuffer(value)) return `'\\x${value.toString('hex')}'`;
    return sql.get(String(value)) ?? literal(String(value));
  };
  const types = await parameterTypes(server, database);
  const parameters = new EncodedUnits([work]).parameters.map((column, i) => {
    const type = types[i + 2]!;
    const element = type.replace(/\[\]$/, '');
    return `ARRAY[${(column as unknown[]).map((value) => `${expression(value)}::${element}`).join(', ')}]::${type}`;
  });
  return [
    `\\set a random(0, ${PEOPLE - 1})`,
    `\\set b (:a + random(1, ${PEOPLE - 1})) % ${PEOPLE}`,
    `SELECT outcomes FROM ledger.commit_units(now(), false, ${parameters.join(', ')});`,
  ].join('\n');
}

/** pgbench takes a colon before a word for a variable of its own, in quotes too. */
function literal(text: string): string {
  return `E'${text.replaceAll('\\', '\\\\').replaceAll("'", "''").replaceAll(':', '\\072')}'`;
}

/** Prepares batches of transfers in a table; gives a pgbench script that posts the next one. */
export async function batchScript(server: Server, database: string): Promise<string> {
  const types = (await parameterTypes(server, database)).slice(2);
  const columns = types.map((type, i) => `p${i} ${type}`);
  await server.run(
    `CREATE TABLE bench_batches (n bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, ${columns.join(', ')});
     CREATE SEQUENCE bench_batch`,
    database,
  );
  const call = `ledger.commit_units(now(), false, ${types.map((_, i) => `b.p${i}`).join(', ')})`;
  return `SELECT c.outcomes FROM bench_batches b, ${call} c WHERE b.n = (SELECT nextval('bench_batch'));`;
}

export async function addBatch(server: Server, database: string, pairs: [number, number][]): Promise<void> {
  const { parameters } = new EncodedUnits(pairs.map(([from, to]) => transferWork(from, to)));
  const values = parameters.map((_, i) => `$${i + 1}`).join(', ');
  const columns = parameters.map((_, i) => `p${i}`).join(', ');
  await server.run(`INSERT INTO bench_batches (${columns}) VALUES (${values})`, database, parameters);
}
