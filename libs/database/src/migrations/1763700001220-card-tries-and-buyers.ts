import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What limits cards by payer and client address, and the e-mail addresses that guests confirm before they pay into escrow. */
export class CardTriesAndBuyers1763700001220 implements MigrationInterface {
  name = 'CardTriesAndBuyers1763700001220';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE card_tries (
        reference text PRIMARY KEY,
        subject_id uuid NOT NULL,
        scope text NOT NULL,
        address_scope text,
        tried_at timestamptz NOT NULL,
        state text NOT NULL CHECK (state IN ('calling', 'passed', 'declined'))
      );
      CREATE INDEX card_tries_subject ON card_tries (subject_id, tried_at);
      CREATE INDEX card_tries_scope ON card_tries (scope, tried_at) WHERE state <> 'passed';
      CREATE INDEX card_tries_address ON card_tries (address_scope, tried_at) WHERE state <> 'passed';
      CREATE INDEX card_tries_age ON card_tries (tried_at);
      COMMENT ON COLUMN card_tries.reference IS 'of the charge at the gateway';
      COMMENT ON COLUMN card_tries.subject_id IS 'the session or deposit that the card was to pay';
      COMMENT ON COLUMN card_tries.scope IS 'whose declines count together: an app by kind of key, or the owner of a deposit';
      COMMENT ON COLUMN card_tries.address_scope IS 'the same for one client address; null: the client is a server';

      CREATE TABLE card_alerts (scope text PRIMARY KEY, alerted_at timestamptz NOT NULL);
      COMMENT ON TABLE card_alerts IS 'when a merchant was last notified of many declined cards';

      CREATE UNLOGGED TABLE charge_questions (subject text PRIMARY KEY, asked_at timestamptz NOT NULL);
      CREATE INDEX charge_questions_age ON charge_questions (asked_at);
      COMMENT ON TABLE charge_questions IS 'when the gateway was last asked for a client, by attempt or deposit';

      CREATE TABLE checkout_buyer_codes (
        checkout_session_id uuid NOT NULL REFERENCES checkout_sessions ON DELETE CASCADE,
        email text NOT NULL,
        id uuid NOT NULL UNIQUE,
        tries smallint NOT NULL DEFAULT 0,
        expires_at timestamptz NOT NULL,
        PRIMARY KEY (checkout_session_id, email)
      );
      CREATE INDEX checkout_buyer_codes_age ON checkout_buyer_codes (expires_at);

      CREATE TABLE checkout_buyer_counts (
        key text PRIMARY KEY,
        hits int NOT NULL,
        resets_at timestamptz NOT NULL
      );
      CREATE INDEX checkout_buyer_counts_age ON checkout_buyer_counts (resets_at);
      COMMENT ON TABLE checkout_buyer_counts IS 'codes sent and tried, by session, e-mail address and client address';

      ALTER TABLE checkout_attempts ADD COLUMN buyer_email text, ADD COLUMN buyer_proof uuid;
      COMMENT ON COLUMN checkout_attempts.buyer_email IS 'confirmed by a guest who pays into escrow';
      COMMENT ON COLUMN checkout_attempts.buyer_proof IS 'the confirmation that the browser of that guest holds';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE checkout_attempts DROP COLUMN buyer_email, DROP COLUMN buyer_proof;
      DROP TABLE checkout_buyer_counts;
      DROP TABLE checkout_buyer_codes;
      DROP TABLE charge_questions;
      DROP TABLE card_alerts;
      DROP TABLE card_tries;
    `);
  }
}
