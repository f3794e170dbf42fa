import { Inject, Injectable } from '@nestjs/common';
import { CheckoutSessionCompleted } from '@app/checkout';
import { POSTGRES_POOL } from '@app/database';
import { type LedgerFault } from '@app/ledger';
import type { Pool } from 'pg';
import { COUNT_PAYMENTS } from './payment-figures.queries';

const FAULTS_PER_CHECK = 100;

const CHECKS = [
  {
    name: 'hours of payments equal their payments',
    kept: `SELECT owner_id, currency, hour::text AS at, completed, failed, amount_minor FROM reports.payment_hours`,
    found: `SELECT owner_id, currency, date_trunc('hour', at, 'UTC')::text, count(*) FILTER (WHERE completed), count(*) FILTER (WHERE NOT completed),
                   coalesce(sum(amount_minor) FILTER (WHERE completed), 0) FROM reports.payments GROUP BY 1, 2, 3`,
  },
  {
    name: 'completed payments equal the completed sessions',
    kept: `SELECT owner_id, currency, count(*) AS completed, sum(amount_minor) AS amount_minor FROM (
             SELECT owner_id, currency, amount_minor FROM reports.payments WHERE completed
              UNION ALL
             SELECT o.owner_id, o.payload->'amount'->>'currency', (o.payload->'amount'->>'minor')::bigint FROM outbox o
              WHERE o.relayed_at IS NULL AND o.mode = 'live' AND o.type = '${CheckoutSessionCompleted.type}'
                AND NOT coalesce(o.heard_by, '{}') @> ARRAY['${COUNT_PAYMENTS}']) p GROUP BY 1, 2`,
    found: `SELECT owner_id, currency, count(*), sum(amount_minor) FROM checkout_sessions
             WHERE mode = 'live' AND purpose <> 'deposit' AND status = 'completed' GROUP BY 1, 2`,
  },
];

/** Compares the counted payments with a plain scan. */
@Injectable()
export class PaymentReportVerificationService {
  constructor(@Inject(POSTGRES_POOL) private readonly pool: Pool) {}

  async verify(): Promise<{ checks: string[]; faults: LedgerFault[] }> {
    const faults: LedgerFault[] = [];
    for (const { name, kept, found } of CHECKS) {
      const { rows } = await this.pool.query<{ owner_id: string; rows: string }>(
        `WITH kept AS MATERIALIZED (${kept}), found AS MATERIALIZED (${found})
         SELECT owner_id, count(*) AS rows FROM (
           (SELECT * FROM kept EXCEPT ALL SELECT * FROM found) UNION ALL (SELECT * FROM found EXCEPT ALL SELECT * FROM kept)
         ) d GROUP BY 1 LIMIT ${FAULTS_PER_CHECK}`,
      );
      for (const { owner_id: owner, rows: differing } of rows)
        faults.push({ check: name, row: `payments of ${owner}`, detail: `${differing} rows differ` });
    }
    return { checks: CHECKS.map(({ name }) => name), faults };
  }
}
