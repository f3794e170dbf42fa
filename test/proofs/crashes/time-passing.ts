import { setTimeout as pause } from 'node:timers/promises';
import type { Stack } from './stack';

const ROUNDS = 12;

/**
 * Settles what a crash leaves open without waiting for jobs, expiring claims and later retries: it makes everything
 * that is due later due now, and restarts the scheduler, which runs its jobs at once. Returns what is still open at
 * the end.
 */
export async function letTimePass(stack: Stack): Promise<string[]> {
  for (let round = 1; ; round++) {
    const open = await openIn(stack);
    if (open.length === 0 || round === ROUNDS) return open;
    await makeDue(stack);
    if (open.some((what) => /^(deposit|attempt|refund|withdrawal)/.test(what))) {
      await stack.kill('scheduler');
      await stack.restart('scheduler');
      await stack.ready();
    }
    await settledDown(stack, open.length);
  }
}

/** Payments and withdrawals with an unknown result, events not relayed, deliveries not made. */
async function openIn(stack: Stack): Promise<string[]> {
  const rows = await stack.sql<{ open: string }>(
    `SELECT 'deposit ' || tx_ref || ' ' || status AS open FROM deposits WHERE check_at IS NOT NULL
     UNION ALL SELECT 'attempt ' || reference || ' ' || status FROM checkout_attempts WHERE ask_at IS NOT NULL
     UNION ALL SELECT 'refund ' || refund_id || ' ' || status FROM refunds WHERE due_at IS NOT NULL
     UNION ALL SELECT 'withdrawal ' || id || ' ' || stage FROM withdrawals WHERE processed_at IS NULL
     UNION ALL SELECT 'event ' || id || coalesce(' ' || last_error, '') FROM outbox WHERE relayed_at IS NULL
     UNION ALL SELECT 'delivery ' || id FROM webhook_deliveries WHERE status = 'pending'`,
  );
  return rows.map(({ open }) => open);
}

async function makeDue(stack: Stack): Promise<void> {
  await stack.sql(`UPDATE deposits SET check_at = now() - interval '1 s',
                          attempt_started_at = attempt_started_at - interval '20 min' WHERE check_at IS NOT NULL`);
  await stack.sql(`UPDATE checkout_attempts SET ask_at = now() - interval '1 s',
                          created_at = created_at - interval '20 min' WHERE ask_at IS NOT NULL`);
  await stack.sql(`UPDATE refunds SET due_at = now() - interval '1 s' WHERE due_at IS NOT NULL`);
  await stack.sql(`UPDATE payout_lanes SET paused_until = NULL, unanswered = 0`);
  await stack.sql(`UPDATE withdrawals SET due_at = now() - interval '1 s', absent_at = absent_at - interval '10 min',
                          version = version + 1 WHERE processed_at IS NULL AND due_at IS NOT NULL`);
  // The card company ends charges that it never finished.
  await stack.sql(
    `UPDATE simulator.charges SET created_at = created_at - interval '31 min' WHERE status = 'pending'`,
  );
  await stack.sql(`UPDATE outbox SET retry_at = NULL WHERE relayed_at IS NULL`);
  await stack.sql(
    `UPDATE webhook_deliveries SET due_at = now() - interval '1 s', claimed_until = NULL WHERE status = 'pending'`,
  );
}

/**
 * Waits while the number of open things decreases, and until workers with an interval of two seconds have run again.
 */
async function settledDown(stack: Stack, before: number): Promise<void> {
  let last = before;
  for (let quiet = 0; quiet < 10 && last > 0;) {
    await pause(300);
    const now = (await openIn(stack)).length;
    quiet = now < last ? 0 : quiet + 1;
    last = now;
  }
}

/** Expires the claims of killed processes at once, instead of after a minute. */
export async function expireClaims(stack: Stack): Promise<void> {
  await stack.sql(
    `UPDATE idempotency_keys SET created_at = created_at - interval '61 s' WHERE status IS NULL`,
  );
}
