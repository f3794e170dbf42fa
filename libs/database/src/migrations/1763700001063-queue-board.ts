import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Visits of staff to the queue board: a link that works once, then a cookie that lasts as long as the session at most. */
export class QueueBoard1763700001063 implements MigrationInterface {
  name = 'QueueBoard1763700001063';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE queue_board_visits (
        ticket_hash bytea PRIMARY KEY CHECK (octet_length(ticket_hash) = 32),
        staff_id uuid NOT NULL,
        session_id uuid NOT NULL,
        created_at timestamptz NOT NULL,
        cookie_hash bytea UNIQUE CHECK (octet_length(cookie_hash) = 32),
        expires_at timestamptz NOT NULL
      );
      CREATE INDEX queue_board_visits_expiry ON queue_board_visits (expires_at);
      COMMENT ON COLUMN queue_board_visits.expires_at IS 'of the link, and once it was followed of the cookie';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE queue_board_visits');
  }
}
