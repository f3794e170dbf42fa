import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Long statements of finished months, which do not change and take seconds to draw up. */
export class KeptStatements1763700001200 implements MigrationInterface {
  name = 'KeptStatements1763700001200';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE kept_statements (
        account_id uuid NOT NULL,
        month text NOT NULL CHECK (month ~ '^20[0-9]{2}-(0[1-9]|1[0-2])$'),
        content bytea NOT NULL,
        sha256 text NOT NULL,
        signature text NOT NULL,
        key_id text NOT NULL,
        PRIMARY KEY (account_id, month)
      );
      -- The content is compressed already.
      ALTER TABLE kept_statements ALTER COLUMN content SET STORAGE EXTERNAL;
      COMMENT ON COLUMN kept_statements.content IS 'gzip of the signed JSON object without its outer braces';
      REVOKE DELETE ON kept_statements FROM payments_app;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE kept_statements');
  }
}
