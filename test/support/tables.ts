import type { Platform } from './platform';

/** Tables in which the scheduler stores the progress of its jobs, which change by themselves. */
const CLOCKWORK = ['public.book_proof_walks', 'public.scheduled_jobs'];

/** One hash per table over its content, with which a test shows that nothing was written. */
export async function hashesOfTables(platform: Platform): Promise<Record<string, string>> {
  const tables = await platform.sql<{ name: string }>(
    `SELECT format('%I.%I', n.nspname, c.relname) AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND n.nspname NOT IN ('pg_catalog', 'information_schema')
      ORDER BY 1`,
  );
  const hashed = tables
    .map(({ name }) => name)
    .filter((name) => !CLOCKWORK.includes(name))
    .map(
      (name) =>
        `SELECT '${name}' AS name, count(*) || ' rows, ' ||
                md5(coalesce(string_agg(md5(t::text), '' ORDER BY md5(t::text)), '')) AS hash FROM ${name} t`,
    );
  const rows = await platform.sql<{ name: string; hash: string }>(hashed.join(' UNION ALL '));
  return Object.fromEntries(rows.map(({ name, hash }) => [name, hash]));
}

/** The same after all pending work is done: events relayed, journals sealed, webhooks sent. */
export async function hashesAtRest(platform: Platform): Promise<Record<string, string>> {
  let before = await hashesOfTables(platform);
  for (let same = 0; same < 2;) {
    await new Promise((resolve) => setTimeout(resolve, 40));
    const after = await hashesOfTables(platform);
    const [{ due }] = (await platform.sql<{ due: boolean }>(
      `SELECT EXISTS (SELECT 1 FROM outbox WHERE relayed_at IS NULL AND parked_at IS NULL)
           OR (SELECT count(*) FROM ledger.journals) <> (SELECT count(*) FROM ledger.seals) AS due`,
    )) as [{ due: boolean }];
    same = !due && JSON.stringify(after) === JSON.stringify(before) ? same + 1 : 0;
    before = after;
  }
  return before;
}
