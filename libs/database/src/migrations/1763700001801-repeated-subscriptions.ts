import type { MigrationInterface, QueryRunner } from 'typeorm';

/** When the customer of a subscription was told that its plan was asked for again. */
export class RepeatedSubscriptions1763700001801 implements MigrationInterface {
  name = 'RepeatedSubscriptions1763700001801';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE subscriptions ADD COLUMN repetition_notified_at timestamptz;
      COMMENT ON COLUMN subscriptions.repetition_notified_at IS 'when its customer was notified that a browser asked for the plan again, in real time';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE subscriptions DROP COLUMN repetition_notified_at`);
  }
}
