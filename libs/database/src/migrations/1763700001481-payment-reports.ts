import type { MigrationInterface, QueryRunner } from 'typeorm';

const COMPLETED = `'checkout.session-completed'`;
const FAILED = `'checkout.payment-failed'`;

/** Payments of merchants by time, and their customers, counted from events. Earlier payments are taken from sessions. */
export class PaymentReports1763700001481 implements MigrationInterface {
  name = 'PaymentReports1763700001481';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE SCHEMA reports;
      GRANT USAGE ON SCHEMA reports TO payments_app;

      CREATE TABLE reports.payments (
        owner_id uuid NOT NULL,
        currency text NOT NULL,
        at timestamptz NOT NULL,
        event_id uuid NOT NULL,
        completed boolean NOT NULL,
        amount_minor bigint NOT NULL,
        PRIMARY KEY (owner_id, currency, at, event_id)
      );
      COMMENT ON TABLE reports.payments IS 'live payments that were completed or failed, for parts of hours';

      CREATE TABLE reports.payment_hours (
        owner_id uuid NOT NULL,
        currency text NOT NULL,
        hour timestamptz NOT NULL,
        completed bigint NOT NULL,
        failed bigint NOT NULL,
        amount_minor numeric NOT NULL,
        PRIMARY KEY (owner_id, currency, hour)
      ) WITH (fillfactor = 70);
      COMMENT ON COLUMN reports.payment_hours.amount_minor IS 'of completed payments';

      CREATE TABLE reports.payers (
        owner_id uuid NOT NULL,
        payer text NOT NULL,
        currency text NOT NULL,
        first_at timestamptz NOT NULL,
        PRIMARY KEY (owner_id, payer)
      );
      COMMENT ON COLUMN reports.payers.payer IS 'an account, or a keyed hash of an e-mail address';
      COMMENT ON COLUMN reports.payers.currency IS 'of the first payment';
      CREATE INDEX payers_first ON reports.payers (owner_id, currency, first_at);
      GRANT SELECT, INSERT, UPDATE ON ALL TABLES IN SCHEMA reports TO payments_app;

      -- Payments that are not counted yet, for reads.
      CREATE INDEX outbox_uncounted_payments ON outbox (owner_id)
        WHERE relayed_at IS NULL AND type IN (${COMPLETED}, ${FAILED});

      INSERT INTO reports.payments (owner_id, currency, at, event_id, completed, amount_minor)
      SELECT s.owner_id, s.currency, s.paid_at, s.id, true, s.amount_minor FROM checkout_sessions s
       WHERE s.mode = 'live' AND s.purpose <> 'deposit' AND s.status = 'completed' AND NOT EXISTS (
         SELECT 1 FROM outbox o WHERE o.aggregateid = s.id::text AND o.type = ${COMPLETED} AND o.relayed_at IS NULL);
      INSERT INTO reports.payments (owner_id, currency, at, event_id, completed, amount_minor)
      SELECT s.owner_id, s.currency, t.ended_at, t.id, false, s.amount_minor
        FROM checkout_attempts t JOIN checkout_sessions s ON s.id = t.checkout_session_id
       WHERE s.mode = 'live' AND s.purpose <> 'deposit' AND t.status IN ('failed', 'abandoned') AND t.ended_at IS NOT NULL
         AND NOT EXISTS (
           SELECT 1 FROM outbox o WHERE o.aggregateid = s.id::text AND o.type = ${FAILED} AND o.relayed_at IS NULL);
      INSERT INTO reports.payment_hours (owner_id, currency, hour, completed, failed, amount_minor)
      SELECT owner_id, currency, date_trunc('hour', at, 'UTC'), count(*) FILTER (WHERE completed),
             count(*) FILTER (WHERE NOT completed), coalesce(sum(amount_minor) FILTER (WHERE completed), 0)
        FROM reports.payments GROUP BY 1, 2, 3;
      INSERT INTO reports.payers (owner_id, payer, currency, first_at)
      SELECT DISTINCT ON (s.owner_id, t.payer_id) s.owner_id, t.payer_id, s.currency, s.paid_at
        FROM checkout_sessions s JOIN checkout_attempts t ON t.id = s.attempt_id
        JOIN reports.payments p ON p.event_id = s.id
       WHERE t.payer_id IS NOT NULL ORDER BY s.owner_id, t.payer_id, s.paid_at;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX outbox_uncounted_payments; DROP SCHEMA reports CASCADE;');
  }
}
