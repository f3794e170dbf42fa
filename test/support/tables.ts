import type { Platform } from './platform';

const ROLLUPS = [
  'fold_walk',
  'folds',
  'movement_blocks',
  'movement_days',
  'movement_hours',
  'sender_days',
  'senders',
];

/** Tables in which the scheduler stores the progress of its jobs and sums of the journal, which change by themselves. */
const CLOCKWORK = [
  'public.book_proof_walks',
  'public.scheduled_jobs',
  ...ROLLUPS.map((table) => `ledger.${table}`),
];

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

/** Whether the workers still have something to do at the platform's time: relay, seal, deliver, mail, simulate. */
const WORK_IS_LEFT = `SELECT (SELECT count(*) FROM ledger.journals) <> (SELECT count(*) FROM ledger.seals)
    OR (SELECT count(*) FROM audit_log) <> (SELECT count(*) FROM ledger.audit_seals)
    OR EXISTS (SELECT 1 FROM app_event_counters WHERE fan_out_from IS NOT NULL)
    OR EXISTS (SELECT 1 FROM outbox WHERE relayed_at IS NULL AND parked_at IS NULL)
    OR EXISTS (SELECT 1 FROM webhook_deliveries
                WHERE status = 'pending' AND (claim IS NOT NULL OR attempts = 0 AND due_at <= $1))
    OR EXISTS (SELECT 1 FROM mails WHERE status = 'due' AND (claim IS NOT NULL OR attempts = 0 AND due_at <= $1))
    OR EXISTS (SELECT 1 FROM simulator.events WHERE state = 'due' AND attempts = 0 AND due_at <= $1) AS is_left`;

/**
 * The same after all pending work is done, when two hashes in a row do not differ. The clock stands still from then on, so
 * that no more work falls due, such as questions about open payments.
 */
export async function hashesAtRest(platform: Platform): Promise<Record<string, string>> {
  platform.clock.freeze();
  let before = await hashesOfTables(platform);
  for (let same = 0; same < 2;) {
    await new Promise((resolve) => setTimeout(resolve, 40));
    const after = await hashesOfTables(platform);
    const [{ is_left: isLeft }] = (await platform.sql<{ is_left: boolean }>(WORK_IS_LEFT, [
      platform.clock.now(),
    ])) as [{ is_left: boolean }];
    same = !isLeft && JSON.stringify(after) === JSON.stringify(before) ? same + 1 : 0;
    before = after;
  }
  return before;
}
