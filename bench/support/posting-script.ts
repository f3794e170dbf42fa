import { EncodedUnits, PARAMETER_TYPES } from '../../libs/write-path/src/commit/write-encoding';
import { PEOPLE, userId, userIdSql, walletId, walletIdSql } from './people';
import type { Server } from './server';
import { transferWork } from './transfers';

/** Returns a pgbench script that calls the posting function with one transfer between two random people. */
export async function singleTransferScript(server: Server, database: string): Promise<string> {
  const work = transferWork(0, 1);
  const ids = [work.journals[0]!.id, work.events[0]!.id, work.correlationId, work.idempotency!.key];
  const sql = new Map([
    [userId(0), userIdSql(':a')],
    [userId(1), userIdSql(':b')],
    [walletId(0), walletIdSql(':a')],
    [walletId(1), walletIdSql(':b')],
    ...ids.map((id) => [id, 'uuidv7()'] as const),
  ]);
  const columns = await textsOf(server, database, new EncodedUnits([work]).parameters);
  const parameters = columns.map((texts, i) => {
    const type = PARAMETER_TYPES[i]!;
    const elements = texts.map((text) => (text === null ? 'NULL' : (sql.get(text) ?? literal(text))));
    return `ARRAY[${elements.map((element) => `${element}::${type}`).join(', ')}]::${type}[]`;
  });
  return [
    `\\set a random(0, ${PEOPLE - 1})`,
    `\\set b (:a + random(1, ${PEOPLE - 1})) % ${PEOPLE}`,
    `SELECT outcomes FROM ledger.commit_units(now(), false, ${parameters.join(', ')});`,
  ].join('\n');
}

/** The elements of the parameters in SQL. */
async function textsOf(server: Server, database: string, parameters: Buffer[]): Promise<(string | null)[][]> {
  const columns = PARAMETER_TYPES.map((type, i) => `$${i + 1}::${type}[]::text[] AS p${i}`);
  const [row] = await server.run(`SELECT ${columns.join(', ')}`, database, parameters);
  return PARAMETER_TYPES.map((_, i) => row![`p${i}`] as unknown as (string | null)[]);
}

/** Escapes colons before words, because pgbench reads them as variables even within quotes. */
function literal(text: string): string {
  return `E'${text.replaceAll('\\', '\\\\').replaceAll("'", "''").replaceAll(':', '\\072')}'`;
}

/** Prepares batches of transfers in a table and returns a pgbench script that posts the next one. */
export async function batchScript(server: Server, database: string): Promise<string> {
  const columns = PARAMETER_TYPES.map((type, i) => `p${i} ${type}[]`);
  await server.run(
    `CREATE TABLE bench_batches (n bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, ${columns.join(', ')});
     CREATE SEQUENCE bench_batch`,
    database,
  );
  const call = `ledger.commit_units(now(), false, ${PARAMETER_TYPES.map((_, i) => `b.p${i}`).join(', ')})`;
  return `SELECT c.outcomes FROM bench_batches b, ${call} c WHERE b.n = (SELECT nextval('bench_batch'));`;
}

export async function addBatch(server: Server, database: string, pairs: [number, number][]): Promise<void> {
  const { parameters } = new EncodedUnits(pairs.map(([from, to]) => transferWork(from, to)));
  const values = parameters.map((_, i) => `$${i + 1}`).join(', ');
  const columns = parameters.map((_, i) => `p${i}`).join(', ');
  await server.run(`INSERT INTO bench_batches (${columns}) VALUES (${values})`, database, parameters);
}
