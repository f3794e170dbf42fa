import { isDeepStrictEqual } from 'node:util';
import type { Platform } from './platform';

const ROLLUPS = [
  'counterparty_blocks',
  'fold_walk',
  'folds',
  'movement_blocks',
  'movement_days',
  'movement_hours',
  'movement_superblocks',
  'search_blocks',
  'sender_days',
  'senders',
];

/**
 * Tables that change by themselves: progress of jobs, sums of the journal, indexes of stories and search, and logs of
 * requests, which hold refused ones too.
 */
const CLOCKWORK = [
  'public.gateway_exchanges',
  'public.journal_links',
  'public.request_log',
  'public.search_queue',
  'public.search_slices',
  'public.search_terms',
  'public.book_proof_walks',
  'public.scheduled_jobs',
  ...ROLLUPS.map((table) => `ledger.${table}`),
];

/** Platforms whose connection has prepared the query of all tables, which takes longer to plan than to run. */
const prepared = new WeakSet<Platform>();

/**
 * One text per table that differs after any row was inserted, updated or deleted, with which a test shows that nothing was
 * written: the number of rows, and the last transaction that wrote one of them.
 */
export async function versionsOfTables(platform: Platform): Promise<Record<string, string>> {
  if (!prepared.has(platform)) {
    await platform.sql(`PREPARE versions_of_tables AS ${await queryOfVersions(platform)}`);
    prepared.add(platform);
  }
  const rows = await platform.sql<{ name: string; version: string }>('EXECUTE versions_of_tables');
  return Object.fromEntries(rows.map(({ name, version }) => [name, version]));
}

async function queryOfVersions(platform: Platform): Promise<string> {
  const tables = await platform.sql<{ name: string }>(
    `SELECT format('%I.%I', n.nspname, c.relname) AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND n.nspname NOT IN ('pg_catalog', 'information_schema')
      ORDER BY 1`,
  );
  return tables
    .map(({ name }) => name)
    .filter((name) => !CLOCKWORK.includes(name))
    .map(
      (name) =>
        `SELECT '${name}' AS name, count(*) || ' rows, written by ' || coalesce(max(xmin::text::bigint), 0) AS version
           FROM ${name}`,
    )
    .join(' UNION ALL ');
}

/** Simulated companies use real time, and an event that is being sent is due again after 30 seconds. */
const END_OF_CLAIM = `now() + interval '30 seconds'`;

/** Whether the workers still have something to do at the platform's time: relay, seal, deliver, mail, simulate. */
const WORK_IS_LEFT = `SELECT (SELECT count(*) FROM ledger.journals) <> (SELECT count(*) FROM ledger.seals)
    OR (SELECT count(*) FROM audit_log) <> (SELECT count(*) FROM ledger.audit_seals)
    OR EXISTS (SELECT 1 FROM app_event_counters WHERE fan_out_from IS NOT NULL)
    OR EXISTS (SELECT 1 FROM outbox WHERE relayed_at IS NULL AND parked_at IS NULL)
    OR EXISTS (SELECT 1 FROM webhook_deliveries
                WHERE status = 'pending' AND (claim IS NOT NULL OR attempts = 0 AND due_at <= $1))
    OR EXISTS (SELECT 1 FROM mails WHERE status = 'due' AND (claim IS NOT NULL OR attempts = 0 AND due_at <= $1))
    OR EXISTS (SELECT 1 FROM simulator.events WHERE state = 'due' AND due_at <= ${END_OF_CLAIM})
    OR EXISTS (SELECT 1 FROM simulator.payout_events WHERE state = 'due' AND due_at <= ${END_OF_CLAIM})
    OR EXISTS (SELECT 1 FROM simulator.wallet_events WHERE state = 'due' AND due_at <= ${END_OF_CLAIM})
    OR EXISTS (SELECT 1 FROM simulator.bvn_verifications WHERE event_state = 'due' AND event_due_at <= ${END_OF_CLAIM})
    AS is_left`;

/**
 * The same after all pending work is done, when they do not differ from `before`, or from those 40 ms earlier. The clock
 * stands still from then on, so that no more work falls due, such as questions about open payments.
 */
export async function versionsAtRest(
  platform: Platform,
  before?: Record<string, string>,
): Promise<Record<string, string>> {
  platform.clock.freeze();
  for (;;) {
    do await new Promise((resolve) => setTimeout(resolve, 40));
    while (await isWorkLeft(platform));
    const now = await versionsOfTables(platform);
    if (isDeepStrictEqual(now, before)) return now;
    before = now;
  }
}

async function isWorkLeft(platform: Platform): Promise<boolean> {
  const [row] = await platform.sql<{ is_left: boolean }>(WORK_IS_LEFT, [platform.clock.now()]);
  return row!.is_left;
}
