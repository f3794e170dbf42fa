import { type Check, NO_JOURNAL, type Proofs, UUID } from '@app/ledger';

/** Checks of the journals of invoices, by their id. */
const JOURNAL_CHECKS: Check[] = [
  {
    // Covers all payments of each invoice that one of the journals belongs to.
    name: 'each invoice counts what was booked for it',
    sql: (scope) =>
      `SELECT 'invoice ' || p.invoice AS row,
              CASE WHEN i.id IS NULL THEN 'has bookings and does not exist'
                   ELSE 'counts ' || i.paid_minor || ' and ' || i.overpaid_minor || ' overpaid, booked ' || r.booked END AS detail,
              ARRAY[p.account] AS accounts, ${NO_JOURNAL}
         FROM (SELECT DISTINCT j.related_id AS invoice, j.accounts[cardinality(j.accounts)] AS account FROM ledger.journals j
                WHERE j.related_type = 'invoice' AND ${scope('j.id')}) p
         LEFT JOIN invoices i ON i.id = CASE WHEN p.invoice ~ '${UUID}' THEN p.invoice::uuid END
        CROSS JOIN LATERAL (
          SELECT coalesce(sum(j.amount_minor), 0) AS booked, coalesce(sum(y.amount_minor), 0) AS paid,
                 coalesce(sum(y.overpaid_minor), 0) AS overpaid
            FROM invoice_payments y LEFT JOIN ledger.once o ON o.key = y.booking_key
            LEFT JOIN ledger.journals j ON j.id = o.journal_id AND j.related_type = 'invoice' AND j.related_id = p.invoice
           WHERE y.invoice_id = i.id) r
        WHERE i.id IS NULL OR (i.paid_minor, i.overpaid_minor, i.paid_minor + i.overpaid_minor)
                              IS DISTINCT FROM (r.paid, r.overpaid, r.booked)`,
  },
  {
    name: 'each payment of an invoice is one of its history',
    sql: (scope) =>
      `SELECT 'journal ' || j.id AS row, 'is no payment of invoice ' || j.related_id AS detail, j.accounts, j.id AS journal_id
         FROM ledger.journals j
        WHERE j.related_type = 'invoice' AND ${scope('j.id')}
          AND NOT EXISTS (SELECT FROM invoice_payments y JOIN ledger.once o ON o.key = y.booking_key
                           WHERE y.invoice_id = CASE WHEN j.related_id ~ '${UUID}' THEN j.related_id::uuid END
                             AND o.journal_id = j.id AND y.amount_minor + y.overpaid_minor = j.amount_minor)`,
  },
];

/** Checks of invoices in both modes, by their id. No wallet is in doubt if one fails. */
const INVOICE_CHECKS: Check[] = [
  {
    name: 'each invoice counts its payments and credit notes',
    sql: (scope) =>
      `SELECT 'invoice ' || i.id AS row,
              'counts ' || i.paid_minor || ' paid, ' || i.overpaid_minor || ' overpaid, ' || i.credited_minor ||
              ' credited; its rows come to ' || p.paid || ', ' || p.overpaid || ', ' || c.credited AS detail,
              '{}'::uuid[] AS accounts, ${NO_JOURNAL}
         FROM invoices i
        CROSS JOIN LATERAL (SELECT coalesce(sum(y.amount_minor), 0) AS paid, coalesce(sum(y.overpaid_minor), 0) AS overpaid
                              FROM invoice_payments y WHERE y.invoice_id = i.id) p
        CROSS JOIN LATERAL (SELECT coalesce(sum(n.amount_minor), 0) AS credited
                              FROM credit_notes n WHERE n.invoice_id = i.id AND n.refund_id IS NULL) c
        WHERE (i.paid_minor, i.overpaid_minor, i.credited_minor) IS DISTINCT FROM (p.paid, p.overpaid, c.credited)
          AND ${scope('i.id')}`,
  },
  {
    name: 'the credit notes of refunds come to at most what was refunded of the invoice',
    sql: (scope) =>
      `SELECT 'invoice ' || i.id AS row, 'has ' || n.credited || ' in credit notes, refunded ' || r.refunded AS detail,
              '{}'::uuid[] AS accounts, ${NO_JOURNAL}
         FROM invoices i
        CROSS JOIN LATERAL (SELECT coalesce(sum(n.amount_minor), 0) AS credited
                              FROM credit_notes n WHERE n.invoice_id = i.id AND n.refund_id IS NOT NULL) n
        CROSS JOIN LATERAL (SELECT coalesce(sum(r.face_minor), 0) AS refunded
                              FROM invoice_payments y JOIN refunds r ON r.session_id = y.session_id
                             WHERE y.invoice_id = i.id AND r.source = 'merchant' AND r.status = 'completed') r
        WHERE n.credited > r.refunded AND ${scope('i.id')}`,
  },
  {
    name: 'each payment of a live invoice is booked',
    sql: (scope) =>
      `SELECT 'invoice ' || i.id AS row, 'payment ' || y.id || ' has no booking' AS detail,
              '{}'::uuid[] AS accounts, ${NO_JOURNAL}
         FROM invoices i JOIN invoice_payments y ON y.invoice_id = i.id
         LEFT JOIN ledger.once o ON o.key = y.booking_key LEFT JOIN ledger.journals j ON j.id = o.journal_id
        WHERE i.mode = 'live' AND (j.related_type, j.related_id) IS DISTINCT FROM ('invoice', i.id::text)
          AND ${scope('i.id')}`,
  },
  {
    name: 'an invoice is paid if and only if nothing of it is due',
    sql: (scope) =>
      `SELECT 'invoice ' || i.id AS row,
              'is ' || i.status || ', ' || i.total_minor - i.paid_minor - i.credited_minor || ' is due' AS detail,
              '{}'::uuid[] AS accounts, ${NO_JOURNAL}
         FROM invoices i
        WHERE ((i.status = 'void' AND i.paid_minor > 0) OR i.status NOT IN ('draft', 'void')
               AND (i.status = 'paid') <> (i.total_minor = i.paid_minor + i.credited_minor))
          AND ${scope('i.id')}`,
  },
  {
    name: 'payments in flight of an invoice are at most what is due',
    sql: (scope) =>
      `SELECT 'invoice ' || i.id AS row,
              f.minor || ' is in flight, ' || i.total_minor - i.paid_minor - i.credited_minor || ' is due' AS detail,
              '{}'::uuid[] AS accounts, ${NO_JOURNAL}
         FROM invoices i
        CROSS JOIN LATERAL (SELECT coalesce(sum(s.amount_minor), 0) AS minor FROM checkout_sessions s
                             WHERE s.origin_id = i.id AND s.status = 'processing') f
        WHERE f.minor > i.total_minor - i.paid_minor - i.credited_minor AND ${scope('i.id')}`,
  },
  numbersWithoutGaps('INV', 'invoices', 'id'),
  numbersWithoutGaps('CN', 'credit_notes', 'invoice_id'),
];

/** Checks of payment links, by their id. */
const PAYMENT_LINK_CHECKS: Check[] = [
  {
    name: 'no payment link has more completed payments than max_uses',
    sql: (scope) =>
      `SELECT 'payment link ' || l.id AS row, 'takes ' || l.max_uses || ', has ' || s.count AS detail,
              '{}'::uuid[] AS accounts, ${NO_JOURNAL}
         FROM payment_links l
        CROSS JOIN LATERAL (SELECT count(*) FROM checkout_sessions s
                             WHERE s.origin_id = l.id AND s.status = 'completed') s
        WHERE s.count > l.max_uses AND ${scope('l.id')}`,
  },
];

export const INVOICE_PROOFS: Proofs = {
  journals: JOURNAL_CHECKS,
  tables: [
    { name: 'every invoice', table: 'invoices', batch: 1000, checks: INVOICE_CHECKS },
    { name: 'every payment link', table: 'payment_links', batch: 200, checks: PAYMENT_LINK_CHECKS },
  ],
};

/** Each numbered row has its predecessor, its series, and the last number of the series. */
function numbersWithoutGaps(kind: 'INV' | 'CN', table: string, invoiceId: string): Check {
  const numbered = (count: string) =>
    `EXISTS (SELECT FROM ${table} o WHERE o.owner_id = i.owner_id AND o.mode = i.mode
                AND o.number = '${kind}-' || n.year || '-' || lpad((${count})::text, greatest(6, length((${count})::text)), '0'))`;
  return {
    name: `the numbers ${kind}-… have no gap`,
    sql: (scope) =>
      `SELECT i.number || ' of ' || i.owner_id || ' (' || i.mode || ')' AS row,
              CASE WHEN s.last IS NULL THEN 'has no series' WHEN n.count > s.last THEN 'the last number given is ' || s.last
                   ELSE 'a number before it or the last one, ' || s.last || ', is missing' END AS detail,
              '{}'::uuid[] AS accounts, ${NO_JOURNAL}
         FROM ${table} i
        CROSS JOIN LATERAL (SELECT split_part(i.number, '-', 2)::int AS year, split_part(i.number, '-', 3)::bigint AS count) n
         LEFT JOIN invoice_series s ON s.owner_id = i.owner_id AND s.mode = i.mode AND s.kind = '${kind}' AND s.year = n.year
        WHERE ${scope(`i.${invoiceId}`)}
          AND (n.count <= s.last AND (n.count = 1 OR ${numbered('n.count - 1')}) AND ${numbered('s.last')}) IS NOT TRUE`,
  };
}
