import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What people change about their own account: user tags, e-mail address, phone, password tries, reports, closing. */
export class OwnAccount1763700001310 implements MigrationInterface {
  name = 'OwnAccount1763700001310';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE usertag_changes (
        user_id uuid NOT NULL,
        usertag text NOT NULL,
        changed_at timestamptz NOT NULL
      );
      CREATE INDEX usertag_changes_user ON usertag_changes (user_id, changed_at);
      COMMENT ON TABLE usertag_changes IS 'changes after the registration, which are limited per year';

      CREATE TABLE password_tries (
        user_id uuid PRIMARY KEY,
        tries smallint NOT NULL CHECK (tries BETWEEN 0 AND 5),
        locked_until timestamptz
      ) WITH (fillfactor = 70);
      COMMENT ON TABLE password_tries IS 'wrong current passwords in a row of requests with a session; a right one deletes the row';

      CREATE TABLE email_changes (
        user_id uuid PRIMARY KEY,
        id uuid NOT NULL,
        new_email text NOT NULL CHECK (new_email = lower(new_email)),
        tries smallint NOT NULL DEFAULT 0 CHECK (tries BETWEEN 0 AND 5),
        expires_at timestamptz NOT NULL
      ) WITH (fillfactor = 70);
      CREATE INDEX email_changes_age ON email_changes (expires_at);
      COMMENT ON TABLE email_changes IS 'one per account, the newest; the code is derived from the id under a key, never stored';

      CREATE TABLE phone_codes (
        user_id uuid PRIMARY KEY,
        id uuid NOT NULL,
        phone text NOT NULL,
        tries smallint NOT NULL DEFAULT 0 CHECK (tries BETWEEN 0 AND 5),
        expires_at timestamptz NOT NULL
      ) WITH (fillfactor = 70);
      CREATE INDEX phone_codes_age ON phone_codes (expires_at);
      COMMENT ON TABLE phone_codes IS 'one per account, the newest; the code is derived from the id under a key, never stored';

      CREATE TABLE sms_messages (
        id uuid PRIMARY KEY,
        user_id uuid NOT NULL,
        phone text NOT NULL,
        code_id uuid NOT NULL,
        language text NOT NULL,
        status text NOT NULL CHECK (status IN ('due', 'sent', 'failed', 'expired')),
        attempts smallint NOT NULL DEFAULT 0,
        due_at timestamptz,
        claim uuid,
        provider_id text,
        last_error text,
        expires_at timestamptz NOT NULL,
        created_at timestamptz NOT NULL,
        ended_at timestamptz,
        CONSTRAINT sms_messages_due CHECK ((status = 'due') = (due_at IS NOT NULL)),
        CONSTRAINT sms_messages_ended CHECK ((status = 'due') = (ended_at IS NULL))
      );
      CREATE INDEX sms_messages_due_at ON sms_messages (due_at) WHERE status = 'due';
      CREATE INDEX sms_messages_age ON sms_messages (ended_at) WHERE ended_at IS NOT NULL;
      COMMENT ON TABLE sms_messages IS 'text messages with a code; the text is composed when it is sent';

      CREATE TABLE account_reports (
        id uuid CONSTRAINT account_reports_pkey PRIMARY KEY,
        user_id uuid NOT NULL,
        reported_at timestamptz NOT NULL
      );
      CREATE INDEX account_reports_user ON account_reports (user_id, reported_at);
      COMMENT ON TABLE account_reports IS 'used links of security mails (not-me); id is the event that the mail reported';

      ALTER TABLE users
        ADD COLUMN closed_at timestamptz,
        ADD COLUMN legal_hold boolean NOT NULL DEFAULT false,
        ADD COLUMN blanked_at timestamptz,
        ADD CONSTRAINT users_closed_is_frozen CHECK (closed_at IS NULL OR frozen_at IS NOT NULL),
        ADD CONSTRAINT users_blanked_is_closed CHECK (blanked_at IS NULL OR closed_at IS NOT NULL);
      CREATE INDEX users_closed ON users (closed_at) WHERE closed_at IS NOT NULL AND blanked_at IS NULL;
      COMMENT ON COLUMN users.closed_at IS 'the owner closed the account: it stays frozen, and its user tag stays reserved';
      COMMENT ON COLUMN users.legal_hold IS 'the fields of a closed account are not blanked';
      COMMENT ON COLUMN users.blanked_at IS 'when names, address and number were removed, AML_RETENTION_YEARS after closing';
      COMMENT ON TABLE usertags IS 'every tag ever taken, with its only owner: old tags lead to no account, and their owner may take them again';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE users DROP COLUMN blanked_at, DROP COLUMN legal_hold, DROP COLUMN closed_at;
      DROP TABLE account_reports, sms_messages, phone_codes, email_changes, password_tries, usertag_changes;
      COMMENT ON TABLE usertags IS 'every tag ever taken, with its first owner: nobody else gets it, so old tags never lead to strangers';
    `);
  }
}
