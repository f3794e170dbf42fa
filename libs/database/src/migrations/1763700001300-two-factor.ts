import type { MigrationInterface, QueryRunner } from 'typeorm';
import { trySecondFactorSql } from './sql/try-second-factor';

/** Recovery codes, the count of wrong codes of a second factor, and when a session last proved its second factor. */
export class TwoFactor1763700001300 implements MigrationInterface {
  name = 'TwoFactor1763700001300';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE two_factors
        ADD COLUMN wrong_tries smallint NOT NULL DEFAULT 0 CHECK (wrong_tries BETWEEN 0 AND 5),
        ADD COLUMN locked_until timestamptz,
        ADD CHECK (locked_until IS NULL OR wrong_tries = 5);

      CREATE TABLE recovery_codes (
        user_id uuid NOT NULL REFERENCES two_factors ON DELETE CASCADE,
        code_hmac bytea NOT NULL CHECK (octet_length(code_hmac) = 32),
        used_at timestamptz,
        PRIMARY KEY (user_id, code_hmac)
      );
      COMMENT ON TABLE recovery_codes IS 'ten of each second factor in use, under a key that is not in the database';

      ALTER TABLE sessions ADD COLUMN proved_at timestamptz;
      COMMENT ON COLUMN sessions.proved_at IS 'the newest code of the second factor in this session';
      CREATE TRIGGER tell_of_proof AFTER UPDATE OF proved_at ON sessions FOR EACH ROW
        WHEN (NEW.proved_at IS DISTINCT FROM OLD.proved_at) EXECUTE FUNCTION tell_of_caller('user_id');
    `);
    await runner.query(trySecondFactorSql);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP FUNCTION try_second_factor;
      DROP TRIGGER tell_of_proof ON sessions;
      ALTER TABLE sessions DROP COLUMN proved_at;
      DROP TABLE recovery_codes;
      ALTER TABLE two_factors DROP COLUMN wrong_tries, DROP COLUMN locked_until`);
  }
}
