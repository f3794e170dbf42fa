import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Checkout sessions that are opened for an invoice, a payment link or a subscription, by the service itself. */
export class SessionOrigins1763700001460 implements MigrationInterface {
  name = 'SessionOrigins1763700001460';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE checkout_sessions
        ADD COLUMN origin_id uuid,
        DROP CONSTRAINT checkout_sessions_purpose_check,
        ADD CONSTRAINT checkout_sessions_purpose_check
          CHECK (purpose IN ('payment', 'deposit', 'invoice', 'link', 'subscription')),
        DROP CONSTRAINT checkout_sessions_app,
        ADD CONSTRAINT checkout_sessions_app
          CHECK (CASE purpose WHEN 'payment' THEN app_id IS NOT NULL WHEN 'deposit' THEN app_id IS NULL ELSE true END),
        ADD CONSTRAINT checkout_sessions_origin CHECK ((origin_id IS NULL) = (purpose IN ('payment', 'deposit')));
      CREATE INDEX checkout_sessions_origin_id ON checkout_sessions (origin_id, created_at) WHERE origin_id IS NOT NULL;
      COMMENT ON COLUMN checkout_sessions.purpose IS 'what it was opened for; payment: by the API';
      COMMENT ON COLUMN checkout_sessions.origin_id IS 'the invoice, payment link or subscription that it was opened for';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DELETE FROM checkout_sessions WHERE origin_id IS NOT NULL;
      ALTER TABLE checkout_sessions
        DROP COLUMN origin_id,
        DROP CONSTRAINT checkout_sessions_purpose_check,
        ADD CONSTRAINT checkout_sessions_purpose_check CHECK (purpose IN ('payment', 'deposit')),
        DROP CONSTRAINT checkout_sessions_app,
        ADD CONSTRAINT checkout_sessions_app CHECK ((app_id IS NOT NULL) = (purpose = 'payment'));
    `);
  }
}
