import { NO_JOURNAL, type Proofs, UUID } from '@app/ledger';

export const PAYROLL_PROOFS: Proofs = {
  journals: [
    {
      name: 'each payment of a payroll is a row of it',
      sql: (scope) =>
        `SELECT 'journal ' || j.id AS row, 'is not as a row of payroll ' || j.related_id || ' says' AS detail,
                j.accounts, j.id AS journal_id
           FROM ledger.journals j
           LEFT JOIN ledger.accounts payer ON payer.id = j.accounts[1]
           LEFT JOIN ledger.accounts payee ON payee.id = j.accounts[cardinality(j.accounts)]
           LEFT JOIN payroll_items i ON i.id = j.id AND i.batch_id::text = j.related_id
           LEFT JOIN payroll_batches b ON b.owner_id = i.owner_id AND b.id = i.batch_id
           LEFT JOIN ledger.once o ON o.key = 'payroll ' || i.batch_id || ' ' || i.row_number
          WHERE j.type = 'payroll' AND ${scope('j.id')}
            AND (i.owner_id, i.recipient_id, b.currency, i.amount_minor, i.received_currency, i.received_minor, o.journal_id)
                IS DISTINCT FROM (payer.owner_id, payee.owner_id, j.currency, j.amount_minor, payee.currency,
                                  j.amounts[cardinality(j.amounts)], j.id)`,
    },
    {
      // Covers all rows of each batch that one of the journals belongs to.
      name: 'each payroll is what its rows were booked as',
      sql: (scope) =>
        `SELECT 'payroll ' || p.batch AS row,
                CASE WHEN b.id IS NULL THEN 'has bookings and does not exist'
                     ELSE 'is ' || b.total_minor || ' for ' || b.recipient_count || ', booked ' || r.total || ' for ' || r.count END AS detail,
                ARRAY[p.account] AS accounts, ${NO_JOURNAL}
           FROM (SELECT DISTINCT j.related_id AS batch, j.accounts[1] AS account FROM ledger.journals j
                  WHERE j.type = 'payroll' AND ${scope('j.id')}) p
           JOIN ledger.accounts payer ON payer.id = p.account
           LEFT JOIN payroll_batches b ON b.owner_id = payer.owner_id
                                      AND b.id = CASE WHEN p.batch ~ '${UUID}' THEN p.batch::uuid END
          CROSS JOIN LATERAL (
            SELECT count(*), coalesce(sum(j.amount_minor), 0) AS total
              FROM payroll_items i JOIN ledger.journals j ON j.id = i.id
             WHERE i.owner_id = b.owner_id AND i.batch_id = b.id AND j.type = 'payroll' AND j.related_id = p.batch
               AND j.currency = b.currency AND j.amount_minor = i.amount_minor) r
          WHERE b.id IS NULL OR (b.total_minor, b.recipient_count) IS DISTINCT FROM (r.total, r.count)`,
    },
  ],
  accounts: [
    {
      name: 'each payroll was booked',
      sql: (scope) =>
        `SELECT 'payroll ' || b.id AS row, 'has no bookings' AS detail, ARRAY[a.id] AS accounts, ${NO_JOURNAL}
           FROM ledger.accounts a JOIN payroll_batches b ON b.owner_id = a.owner_id AND b.currency = a.currency
          WHERE a.code = 'available' AND ${scope('a.id')}
            AND NOT EXISTS (SELECT FROM payroll_items i JOIN ledger.journals j ON j.id = i.id
                             WHERE i.owner_id = b.owner_id AND i.batch_id = b.id)`,
    },
  ],
};
