import { setTimeout as pause } from 'node:timers/promises';
import type { Platform } from '../../support/platform';

/** Tables of the service and of the simulator, and the clocks themselves. */
const NOT_LIVE = /^(scheduled_jobs|simulated_\w+|idempotency_keys|test_clocks)$/;
/** Which rows are live in tables without a mode. */
const LIVE: Readonly<Record<string, string>> = {
  card_tries: `t.subject_id IN (SELECT id FROM checkout_sessions WHERE mode = 'live')`,
  gateway_exchanges: `t.ours IN (SELECT reference FROM checkout_attempts WHERE mode = 'live')`,
  phone_prompts: `t.attempt_id IN (SELECT id FROM checkout_attempts WHERE mode = 'live')`,
  invoice_mails: `t.invoice_id IN (SELECT id FROM invoices WHERE mode = 'live')`,
  search_queue: `t.object_id IN (SELECT id FROM checkout_sessions WHERE mode = 'live')`,
  webhook_attempts: `t.delivery_id IN (SELECT id FROM webhook_deliveries WHERE mode = 'live')`,
  webhook_endpoint_hours: `t.endpoint_id IN (SELECT id FROM webhook_endpoints WHERE mode = 'live')`,
};

/**
 * Digest and number of the live rows of every table, of all rows where a table has no mode and belongs to no test app. Two
 * digests are equal if the rows are the same to the byte.
 */
export async function liveRows(platform: Platform): Promise<Map<string, { count: number; digest: string }>> {
  const tables = await platform.sql<{ name: string; has_mode: boolean; has_app: boolean }>(
    `SELECT c.oid::regclass::text AS name,
            EXISTS (SELECT 1 FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attname = 'mode') AS has_mode,
            EXISTS (SELECT 1 FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attname = 'app_id') AS has_app
       FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND n.nspname IN ('public', 'ledger') ORDER BY 1`,
  );
  const found = new Map<string, { count: number; digest: string }>();
  for (const { name, has_mode, has_app } of tables) {
    if (NOT_LIVE.test(name)) continue;
    const ofLiveApps = `t.app_id IN (SELECT id FROM merchant_apps WHERE mode = 'live')`;
    const live = has_mode ? `t.mode = 'live'` : has_app ? ofLiveApps : (LIVE[name] ?? 'true');
    const [row] = await platform.sql<{ count: number; digest: string }>(
      `SELECT count(*)::int AS count, md5(coalesce(string_agg(t::text, E'\\n' ORDER BY t::text), '')) AS digest
         FROM ${name} t WHERE ${live}`,
    );
    found.set(name, row!);
  }
  return found;
}

/** Waits until every event is relayed and every mail is sent. */
export async function settled(platform: Platform): Promise<void> {
  const waiting = () =>
    platform.sql(
      `SELECT FROM outbox WHERE relayed_at IS NULL UNION ALL SELECT FROM mails WHERE status = 'due' LIMIT 1`,
    );
  while ((await waiting()).length > 0) await pause(50);
}
