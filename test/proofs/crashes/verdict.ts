import { OF_CLOSING } from './closings';
import { OF_FREEZE } from './freezes';
import type { Inbox } from './inbox';
import type { Stack } from './stack';
import type { TrafficRequest } from './traffic';
import type { Shop } from '../support/shop';

interface Booking {
  name: string;
  ids: string[];
  minors: string[];
}

/** Payouts of the simulated wallet provider, with their final status. */
const PAID_OUT = `
  SELECT sender_batch_id AS reference,
         CASE WHEN script = 'denied' THEN 'DENIED' WHEN script = 'returned' THEN 'RETURNED' ELSE 'SUCCESS' END AS status
    FROM simulator.payout_batches`;

/** Compares the database with the responses to customers. Each method returns the differences; there must be none. */
export class Verdict {
  constructor(
    private readonly stack: Stack,
    private readonly requests: readonly TrafficRequest[],
  ) {}

  /** Each acknowledged transfer is booked once with its id and amount; no refused one is booked. */
  async transfers(): Promise<string[]> {
    const booked = await this.booked('transfer', 'description');
    for (const name of booked.keys())
      if (name.startsWith(OF_FREEZE) || name.startsWith(OF_CLOSING)) booked.delete(name);
    const faults: string[] = [];
    for (const { id, minor, last } of this.of('transfer')) {
      const found = booked.get(id);
      booked.delete(id);
      const { status, body, text } = last!.answer;
      if (status === 200) {
        if (found?.ids.length !== 1)
          faults.push(`transfer ${id}: acknowledged, booked ${found?.ids.length ?? 0} times`);
        else if (found.ids[0] !== body.transaction_id || found.minors[0] !== String(minor)) {
          faults.push(
            `transfer ${id}: acknowledged as ${text}, booked as ${found.ids[0]} of ${found.minors[0]}`,
          );
        }
      } else if (body?.error_code !== 'INSUFFICIENT_FUNDS') faults.push(`transfer ${id}: answered ${text}`);
      else if (found) faults.push(`transfer ${id}: refused, and booked`);
    }
    return [...faults, ...[...booked.keys()].map((id) => `transfer ${id}: not requested by any client`)];
  }

  /** The money that the card company took is credited once per deposit, and no other money is. */
  async deposits(): Promise<string[]> {
    const booked = await this.booked('deposit', 'reference');
    const taken = await this.taken('dep_%');
    const faults: string[] = [];
    const known = new Set<string>();
    for (const { id, minor, last } of this.of('deposit')) {
      const { body, text } = last!.answer;
      const txRef = body?.tx_ref as string | undefined;
      if (!txRef) {
        faults.push(`deposit ${id}: answered ${text}`);
        continue;
      }
      if (known.has(txRef)) faults.push(`deposit ${id}: shares ${txRef} with another`);
      known.add(txRef);
      const [paid, credits] = [taken.get(txRef) ?? 0, booked.get(txRef)?.minors ?? []];
      if (paid > 1) faults.push(`deposit ${id}: the card was charged ${paid} times`);
      if (credits.length !== paid)
        faults.push(`deposit ${id}: charged ${paid} times, credited ${credits.length} times`);
      if (credits.some((credit) => credit !== String(minor)))
        faults.push(`deposit ${id}: credited ${credits.join()}`);
      if (body.status === 'successful' && paid === 0)
        faults.push(`deposit ${id}: acknowledged as successful, never charged`);
      if (body.error_code === 'CARD_DECLINED' && paid > 0)
        faults.push(`deposit ${id}: acknowledged as declined, charged`);
    }
    const opened = await this.stack.sql<{ tx_ref: string }>('SELECT tx_ref FROM deposits');
    const unknown = opened.filter(({ tx_ref }) => !known.has(tx_ref));
    return [...faults, ...unknown.map(({ tx_ref }) => `deposit ${tx_ref}: opened twice for one request`)];
  }

  /** Each order has one session. Each payment that the card company took completes its session once. */
  async sessions(): Promise<string[]> {
    const sessions = await this.stack.sql<{
      order_ref: string;
      status: string;
      session_id: string;
      paid: string;
      credits: string;
    }>(
      `WITH paid AS (
         SELECT a.checkout_session_id, count(*) FROM simulator.charges c JOIN checkout_attempts a ON a.reference = c.tx_ref
          WHERE c.status = 'successful' GROUP BY 1
       ), credits AS (
         SELECT related_id, count(*) FROM ledger.journals WHERE type = 'checkout' GROUP BY 1
       )
       SELECT s.order_ref, s.status, s.session_id, coalesce(p.count, 0) AS paid, coalesce(c.count, 0) AS credits
         FROM checkout_sessions s
         LEFT JOIN paid p ON p.checkout_session_id = s.id
         LEFT JOIN credits c ON c.related_id = s.session_id`,
    );
    const byOrder = new Map<string, typeof sessions>();
    for (const row of sessions) byOrder.set(row.order_ref, [...(byOrder.get(row.order_ref) ?? []), row]);
    const faults: string[] = [];
    for (const { id, last } of this.of('checkout')) {
      const found = byOrder.get(id) ?? [];
      const { body, text } = last!.answer;
      if (found.length !== 1) faults.push(`order ${id}: ${found.length} sessions`);
      for (const { status, paid, credits } of found) {
        const state = `${status}, charged ${paid} times, credited ${credits} times`;
        const isRight = paid === credits && Number(paid) <= 1 && (status === 'completed') === (paid === '1');
        if (!isRight) faults.push(`order ${id}: ${state}`);
        if (body?.status === 'completed' && status !== 'completed')
          faults.push(`order ${id}: acknowledged as completed, is ${state}`);
        if (body?.error_code === 'CARD_DECLINED' && paid !== '0')
          faults.push(`order ${id}: acknowledged as declined, is ${state}`);
      }
      if (body?.error_code && body.error_code !== 'CARD_DECLINED')
        faults.push(`order ${id}: answered ${text}`);
    }
    return faults;
  }

  /** Each acknowledged escrow is locked once and ended once, as acknowledged. No refused one exists. */
  async escrows(): Promise<string[]> {
    const rows = await this.stack.sql<{
      id: string;
      name: string;
      status: string;
      minor: string;
      types: string[];
    }>(
      `SELECT e.id, e.description AS name, e.status, e.amount_minor::text AS minor, array_agg(j.type ORDER BY j.id) AS types
         FROM escrows e JOIN ledger.journals j ON j.related_id = e.id::text GROUP BY e.id`,
    );
    const found = new Map<string, typeof rows>();
    for (const row of rows) found.set(row.name, [...(found.get(row.name) ?? []), row]);
    const faults: string[] = [];
    for (const { id, minor, last } of this.of('escrow')) {
      const made = found.get(id) ?? [];
      found.delete(id);
      const { status, body, text } = last!.answer;
      if (body?.error_code === 'INSUFFICIENT_FUNDS') {
        if (made.length > 0) faults.push(`escrow ${id}: refused, and made`);
        continue;
      }
      if (status !== 200 || made.length !== 1) {
        faults.push(`escrow ${id}: answered ${text}, made ${made.length} times`);
        continue;
      }
      const [one] = made;
      const ends: Record<string, string> = { released: 'escrow_release', refunded: 'escrow_refund' };
      const types = ['escrow_lock', ends[body.status as string]];
      if (one!.id !== body.uuid || one!.status !== body.status || one!.minor !== String(minor))
        faults.push(`escrow ${id}: acknowledged ${text}, is ${one!.status} as ${one!.id} of ${one!.minor}`);
      if (one!.types.join() !== types.join()) faults.push(`escrow ${id}: booked as ${one!.types.join()}`);
    }
    return [...faults, ...[...found.keys()].map((id) => `escrow ${id}: not requested by any client`)];
  }

  /** Each acknowledged payroll exists once, with every row booked once. No refused one exists. */
  async payrolls(): Promise<string[]> {
    const rows = await this.stack.sql<{
      name: string;
      id: string;
      rows: string;
      booked: string;
      minor: string;
    }>(
      `SELECT b.name, b.id, count(*) AS rows, count(j.id) AS booked, coalesce(sum(j.amount_minor), 0)::text AS minor
         FROM payroll_batches b LEFT JOIN payroll_items i ON i.owner_id = b.owner_id AND i.batch_id = b.id
         LEFT JOIN ledger.journals j ON j.id = i.id AND j.related_id = b.id::text GROUP BY b.owner_id, b.id`,
    );
    const [bookings] = await this.stack.sql<{ count: string }>(
      `SELECT count(*) FROM ledger.journals WHERE type = 'payroll'`,
    );
    const faults: string[] = [];
    const known = new Set<string>();
    for (const { id, minor, last } of this.of('payroll')) {
      const found = rows.filter(({ name }) => name === id);
      for (const { id: batch } of found) known.add(batch);
      const { status, body, text } = last!.answer;
      const isRefused = body?.error_code === 'INSUFFICIENT_FUNDS';
      if (found.length !== (isRefused ? 0 : 1) || (!isRefused && status !== 200)) {
        faults.push(`payroll ${id}: answered ${text}, made ${found.length} times`);
      }
      for (const made of found) {
        const count = BigInt((body?.recipient_count as number | undefined) ?? 0);
        const expected = `${body?.batch_id} ${count} ${count} ${count * minor}`;
        const is = `${made.id} ${made.rows} ${made.booked} ${made.minor}`;
        if (expected !== is) faults.push(`payroll ${id}: acknowledged ${expected}, is ${is}`);
      }
    }
    const total = rows.reduce((sum, { booked }) => sum + Number(booked), 0);
    if (total !== Number(bookings!.count)) faults.push(`${bookings!.count} rows booked, ${total} there`);
    const strangers = rows.filter(({ id }) => !known.has(id));
    return [...faults, ...strangers.map(({ id }) => `payroll ${id}: not requested by any client`)];
  }

  /** Each acknowledged withdrawal exists once and ended as the provider says: delivered once, or returned once. */
  async withdrawals(): Promise<string[]> {
    const rows = await this.stack.sql<{
      id: string;
      minor: string;
      status: string;
      provider: string | null;
      types: string;
      back: string;
    }>(
      `SELECT w.id, w.amount_minor::text AS minor, w.status, b.status AS provider,
              (SELECT string_agg(j.type, ' ' ORDER BY j.id) FROM ledger.journals j WHERE j.related_id = w.id::text) AS types,
              (SELECT coalesce(sum(l.amount_minor), 0)::text FROM ledger.legs l JOIN ledger.journals j ON j.id = l.journal_id
                WHERE j.related_id = w.id::text AND l.account_id = w.account_id) AS back
         FROM withdrawals w LEFT JOIN (${PAID_OUT}) b ON b.reference = w.id::text`,
    );
    const byId = new Map(rows.map((row) => [row.id, row]));
    const faults: string[] = [];
    for (const { id, minor, last } of this.of('payout')) {
      const { status, body, text } = last!.answer;
      if (body?.error_code === 'INSUFFICIENT_FUNDS') continue;
      const uuid = body?.transaction_id as string | undefined;
      const row = uuid === undefined ? undefined : byId.get(uuid);
      if (status !== 200 || !row) {
        faults.push(`payout ${id}: answered ${text}, ${row ? 'made' : 'not made'}`);
        continue;
      }
      byId.delete(uuid!);
      const isDelivered = row.provider === 'SUCCESS';
      const [end, booking] = isDelivered ? ['completed', 'payout_completed'] : ['failed', 'payout_refund'];
      const isRight = row.status === end && row.types === `payout ${booking}` && row.minor === String(minor);
      if (!isRight || (row.back === '0') === isDelivered)
        faults.push(`payout ${id}: ${JSON.stringify(row)}, acknowledged as ${text}`);
    }
    return [...faults, ...[...byId.keys()].map((id) => `payout ${id}: not requested by any client`)];
  }

  /** Every event was delivered, each under one id, and the numbers of every app have no gap. */
  async events(inbox: Inbox, shops: readonly Shop[]): Promise<string[]> {
    const faults: string[] = [];
    const due = await this.stack.sql<{ owner: string; name: string }>(
      `SELECT a.owner_id AS owner, 'transfer.received ' || j.id AS name
         FROM ledger.journals j JOIN ledger.legs l ON l.journal_id = j.id AND l.amount_minor > 0
         JOIN ledger.accounts a ON a.id = l.account_id AND a.owner_id IS NOT NULL WHERE j.type IN ('transfer', 'payroll')
       UNION ALL
       SELECT owner_id, 'payroll.completed ' || id FROM payroll_batches
       UNION ALL
       SELECT owner_id, 'payout.' || status || ' ' || id FROM withdrawals WHERE processed_at IS NOT NULL
       UNION ALL
       SELECT a.owner_id, 'deposit.confirmed ' || j.id FROM ledger.journals j JOIN ledger.legs l ON l.journal_id = j.id
         JOIN ledger.accounts a ON a.id = l.account_id AND a.owner_id IS NOT NULL WHERE j.type = 'deposit'
       UNION ALL
       SELECT owner_id, 'payment.success ' || session_id FROM checkout_sessions WHERE status = 'completed'`,
    );
    for (const { owner, name } of due) {
      const box = inbox.boxes.get(owner);
      // Accounts that close have no endpoint.
      if (!box) continue;
      const count = box.ids.get(name)?.size ?? 0;
      if (count !== 1) faults.push(`${name}: delivered under ${count} ids`);
    }
    const counters = await this.stack.sql<{ app_id: string; last: string }>(
      'SELECT * FROM app_event_counters',
    );
    const last = new Map(counters.map((row) => [row.app_id, Number(row.last)]));
    for (const { id, appId } of shops) {
      const { sequences, forged } = inbox.boxes.get(id)!;
      for (let n = 1; n <= (last.get(appId) ?? 0); n++) {
        if (!sequences.has(n)) faults.push(`shop ${id}: event number ${n} never came`);
      }
      if (forged > 0) faults.push(`shop ${id}: ${forged} deliveries with a wrong signature`);
    }
    return faults;
  }

  /** Requests that were never settled are reported by the first test. */
  private of(kind: TrafficRequest['kind']): TrafficRequest[] {
    return this.requests.filter((request) => request.kind === kind && request.last);
  }

  private async booked(type: string, column: 'description' | 'reference'): Promise<Map<string, Booking>> {
    const rows = await this.stack.sql<Booking>(
      `SELECT ${column} AS name, array_agg(id) AS ids, array_agg(amount_minor::text) AS minors
         FROM ledger.journals WHERE type = $1 GROUP BY 1`,
      [type],
    );
    return new Map(rows.map((row) => [row.name, row]));
  }

  /** The number of times that the card company took money, by reference. */
  private async taken(pattern: string): Promise<Map<string, number>> {
    const rows = await this.stack.sql<{ tx_ref: string; count: string }>(
      `SELECT tx_ref, count(*) FROM simulator.charges WHERE status = 'successful' AND tx_ref LIKE $1 GROUP BY 1`,
      [pattern],
    );
    return new Map(rows.map(({ tx_ref, count }) => [tx_ref, Number(count)]));
  }
}
