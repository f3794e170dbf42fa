import type { Stack } from './stack';
import type { TrafficRequest } from './traffic';

/** Each acknowledged refund is sent by the card company and booked once, and no other one is. */
export class RefundVerdict {
  constructor(
    private readonly stack: Stack,
    private readonly requests: readonly TrafficRequest[],
  ) {}

  /** Returns the differences; there must be none. */
  async faults(): Promise<string[]> {
    const rows = await this.stack.sql<{ id: string; name: string; sent: number; state: string }>(
      `SELECT r.refund_id AS id, r.refund_ref AS name,
              (SELECT count(*)::int FROM simulator.refunds s WHERE s.reference = r.refund_id AND s.amount_minor = r.charge_minor) AS sent,
              r.status || ' ' || (SELECT string_agg(j.type, ' ' ORDER BY j.id) FROM ledger.journals j
                                   WHERE j.related_type = 'refund' AND j.related_id = r.refund_id) AS state
         FROM refunds r WHERE r.source = 'merchant'`,
    );
    const found = new Map<string, typeof rows>();
    for (const row of rows) found.set(row.name, [...(found.get(row.name) ?? []), row]);
    const faults: string[] = [];
    for (const { id, refunded } of this.requests) {
      if (!refunded) continue;
      const made = found.get(id) ?? [];
      found.delete(id);
      const { status, body, text } = refunded;
      if (status !== 200) {
        if (body?.error_code !== 'INSUFFICIENT_FUNDS') faults.push(`refund ${id}: answered ${text}`);
        if (made.length > 0) faults.push(`refund ${id}: refused, and made`);
        continue;
      }
      const [one] = made;
      const isRight =
        made.length === 1 && one!.sent === 1 && one!.state === 'completed refund refund_completed';
      if (!isRight || one!.id !== body.refund.refund_id)
        faults.push(`refund ${id}: acknowledged ${text}, made ${JSON.stringify(made)}`);
    }
    return [...faults, ...[...found.keys()].map((id) => `refund ${id}: not requested by any client`)];
  }
}
