import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The customers of merchants by e-mail address, with what they have paid. */
export class Customers1764806400002 implements MigrationInterface {
  name = 'Customers1764806400002';
  readonly lib = 'analytics';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE reports.customers (
        id uuid NOT NULL DEFAULT gen_random_uuid(),
        owner_id uuid NOT NULL,
        mode text NOT NULL,
        email text NOT NULL,
        name text,
        first_at timestamptz NOT NULL,
        last_at timestamptz NOT NULL,
        payments int NOT NULL,
        failed int NOT NULL,
        paid jsonb NOT NULL,
        PRIMARY KEY (owner_id, mode, email),
        CHECK (mode IN ('live', 'test'))
      ) WITH (fillfactor=80);
      COMMENT ON TABLE reports.customers IS 'who has paid a merchant, or tried to, by e-mail address in lower case';
      COMMENT ON COLUMN reports.customers.payments IS 'completed';
      COMMENT ON COLUMN reports.customers.paid IS 'smallest units of completed payments by currency';
      CREATE INDEX customers_listed ON reports.customers (owner_id, mode, last_at DESC, id DESC);
      GRANT INSERT, SELECT, UPDATE ON reports.customers TO payments_app;

      INSERT INTO reports.customers (owner_id, mode, email, name, first_at, last_at, payments, failed, paid)
      SELECT owner_id, mode, email, max(name), min(first_at), max(last_at), sum(payments), sum(failed),
             coalesce(jsonb_object_agg(currency, paid) FILTER (WHERE paid > 0), '{}')
        FROM (
          SELECT s.owner_id, s.mode, lower(s.customer_email) AS email, s.currency, max(s.customer_name) AS name,
                 min(p.at) AS first_at, max(p.at) AS last_at, count(*) FILTER (WHERE p.is_paid) AS payments,
                 count(*) FILTER (WHERE NOT p.is_paid) AS failed, coalesce(sum(s.amount_minor) FILTER (WHERE p.is_paid), 0) AS paid
            FROM checkout_sessions s
            JOIN (SELECT id AS session, paid_at AS at, true AS is_paid FROM checkout_sessions WHERE status = 'completed'
                   UNION ALL
                  SELECT checkout_session_id, ended_at, false FROM checkout_attempts WHERE status = 'failed') p ON p.session = s.id
           WHERE s.customer_email IS NOT NULL AND s.purpose <> 'deposit'
             -- The listener counts events that wait to be relayed.
             AND NOT EXISTS (SELECT 1 FROM outbox o WHERE o.relayed_at IS NULL AND o.aggregateid = s.id::text
                              AND o.type IN ('checkout.session-completed', 'checkout.payment-failed'))
           GROUP BY 1, 2, 3, 4) t
       GROUP BY 1, 2, 3`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE reports.customers');
  }
}
