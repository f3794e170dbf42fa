import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Subscriptions that a browser opened are confirmed by their first payment. */
export class ConfirmedSubscriptions1763700001621 implements MigrationInterface {
  name = 'ConfirmedSubscriptions1763700001621';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE subscriptions ADD COLUMN is_confirmed boolean NOT NULL DEFAULT true;
      COMMENT ON COLUMN subscriptions.is_confirmed IS
        'whether a server of the merchant made it, or it was paid; until then its customer gets no mails';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE subscriptions DROP COLUMN is_confirmed');
  }
}
