import type { Stack } from './stack';
import type { TrafficRequest } from './traffic';

/** Compares invoices and payment links with the responses to payers. Each method returns the differences. */
export class PageVerdict {
  constructor(
    private readonly stack: Stack,
    private readonly requests: readonly TrafficRequest[],
  ) {}

  /**
   * Each invoice and link exists once. Each payment that the card company took completes its session once, credits the
   * shop once, and pays the invoice or is counted by the link.
   */
  async pages(): Promise<string[]> {
    const rows = await this.stack.sql<{
      name: string;
      kind: 'invoice' | 'link';
      status: string;
      is_counted: boolean;
      completed: string;
      charged: string;
      credited: string;
    }>(
      `WITH pages AS (
         SELECT id, client_name AS name, 'invoice' AS kind, status, paid_minor, total_minor, NULL::int AS max_uses FROM invoices
          UNION ALL
         SELECT id, title, 'link', NULL, NULL, NULL, max_uses FROM payment_links
       )
       SELECT p.name, p.kind, coalesce(p.status, '') AS status, s.completed, s.charged, s.credited,
              CASE p.kind WHEN 'invoice' THEN p.paid_minor = s.completed * p.total_minor AND (p.status = 'paid') = (s.completed = 1)
                          ELSE s.completed <= p.max_uses END AS is_counted
         FROM pages p CROSS JOIN LATERAL (
           SELECT count(*) FILTER (WHERE s.status = 'completed') AS completed,
                  coalesce(sum(c.count), 0) AS charged, coalesce(sum(j.count), 0) AS credited
             FROM checkout_sessions s
            CROSS JOIN LATERAL (SELECT count(*) FROM checkout_attempts a JOIN simulator.charges c ON c.tx_ref = a.reference
                                 WHERE a.checkout_session_id = s.id AND c.status = 'successful') c
            CROSS JOIN LATERAL (SELECT count(*) FROM ledger.once o JOIN ledger.journals j ON j.id = o.journal_id
                                 WHERE o.key = 'checkout ' || s.session_id) j
            WHERE s.origin_id = p.id) s`,
    );
    const faults: string[] = [];
    for (const kind of ['invoice', 'link'] as const) {
      for (const { id, last, paid } of this.requests.filter(
        (request) => request.kind === kind && request.last,
      )) {
        const found = rows.filter(({ name }) => name === id);
        if (found.length !== 1)
          faults.push(`${kind} ${id}: answered ${last!.answer.text}, made ${found.length} times`);
        for (const { status, completed, charged, credited, is_counted } of found) {
          const state = `${status}, ${completed} completed, charged ${charged} times, credited ${credited} times`;
          const isRight =
            Number(completed) <= 1 && completed === charged && completed === credited && is_counted;
          if (!isRight) faults.push(`${kind} ${id}: ${state}`);
          if (paid?.body?.status === 'completed' && completed !== '1')
            faults.push(`${kind} ${id}: paid, is ${state}`);
          if (paid?.body?.error_code === 'CARD_DECLINED' && completed !== '0')
            faults.push(`${kind} ${id}: declined, is ${state}`);
        }
      }
    }
    const known = new Set(this.requests.map(({ id }) => id));
    return [
      ...faults,
      ...rows.filter(({ name }) => !known.has(name)).map(({ name }) => `${name}: not requested`),
    ];
  }

  /** The invoices of each shop are numbered from one to their count. */
  async numbers(): Promise<string[]> {
    const rows = await this.stack.sql<{ fault: string }>(
      `SELECT 'shop ' || i.owner_id || ': ' || count(*) || ' invoices, last number ' || s.last AS fault
         FROM invoices i JOIN invoice_series s ON s.owner_id = i.owner_id AND s.kind = 'INV'
        GROUP BY i.owner_id, s.last
       HAVING count(*) <> s.last OR count(DISTINCT right(i.number, 6)::int) <> s.last OR max(right(i.number, 6)::int) <> s.last`,
    );
    return rows.map(({ fault }) => fault);
  }
}
