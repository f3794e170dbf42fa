import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Cards whose charge waits for a PIN, sealed, for ten minutes at most. */
export class WaitingCards1763700001441 implements MigrationInterface {
  name = 'WaitingCards1763700001441';

  async up(runner: QueryRunner): Promise<void> {
    // Unlogged: its content reaches neither the write-ahead log nor the backups and replicas made from it.
    await runner.query(`
      CREATE UNLOGGED TABLE waiting_cards (
        handle text PRIMARY KEY,
        tx_ref text NOT NULL,
        sealed bytea,
        expires_at timestamptz NOT NULL
      );
      CREATE INDEX waiting_cards_charge ON waiting_cards (tx_ref);
      CREATE INDEX waiting_cards_expiry ON waiting_cards (expires_at);
      COMMENT ON COLUMN waiting_cards.sealed IS 'null: sent with a PIN before';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE waiting_cards');
  }
}
