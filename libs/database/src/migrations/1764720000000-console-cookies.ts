import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Browsers that are signed in to the console. */
export class ConsoleCookies1764720000000 implements MigrationInterface {
  name = 'ConsoleCookies1764720000000';
  readonly lib = 'console';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE console_cookies (
        session_id uuid NOT NULL,
        hash bytea NOT NULL,
        seen_at timestamptz NOT NULL,
        PRIMARY KEY (session_id),
        UNIQUE (hash),
        FOREIGN KEY (session_id) REFERENCES sessions(id) ON DELETE CASCADE,
        CHECK (octet_length(hash) = 32)
      );
      COMMENT ON TABLE console_cookies IS 'browsers that are signed in to the console, by their session';
      COMMENT ON COLUMN console_cookies.seen_at IS 'when an access token was last issued'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE console_cookies');
  }
}
