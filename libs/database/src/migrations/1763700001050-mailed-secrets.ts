import type { MigrationInterface, QueryRunner } from 'typeorm';
import { tellOfLockedPinSql } from './sql/tell-of-locked-pin';
import { tryPinSql } from './sql/try-pin';

/** Codes and tokens that go out by mail, what people prefer to be told, and the event of a PIN that locked. */
export class MailedSecrets1763700001050 implements MigrationInterface {
  name = 'MailedSecrets1763700001050';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE email_codes (
        user_id uuid PRIMARY KEY,
        id uuid NOT NULL,
        tries smallint NOT NULL DEFAULT 0 CHECK (tries BETWEEN 0 AND 5),
        expires_at timestamptz NOT NULL
      ) WITH (fillfactor = 70);
      CREATE INDEX email_codes_age ON email_codes (expires_at);
      COMMENT ON TABLE email_codes IS 'one per person, the newest; the code itself is derived from its id under a key, never stored';

      CREATE TABLE password_resets (
        id uuid PRIMARY KEY,
        email text NOT NULL,
        expires_at timestamptz NOT NULL,
        used_at timestamptz
      );
      CREATE INDEX password_resets_open ON password_resets (email) WHERE used_at IS NULL;
      CREATE INDEX password_resets_age ON password_resets (expires_at);
      COMMENT ON TABLE password_resets IS 'asked for with any address, whether or not it has an account; the token is derived from the id under a key';

      CREATE TABLE user_preferences (
        user_id uuid NOT NULL,
        key text NOT NULL,
        value jsonb NOT NULL,
        set_at timestamptz NOT NULL,
        PRIMARY KEY (user_id, key)
      );
    `);
    await runner.query(tellOfLockedPinSql);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP FUNCTION try_pins; DROP FUNCTION try_pin;');
    await runner.query(tryPinSql);
    await runner.query('DROP TABLE user_preferences, password_resets, email_codes;');
  }
}
