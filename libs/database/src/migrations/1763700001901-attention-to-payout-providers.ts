import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Orders that a provider takes in a minute, its pauses that staff were alerted of, and payouts that it does not begin. */
export class AttentionToPayoutProviders1763700001901 implements MigrationInterface {
  name = 'AttentionToPayoutProviders1763700001901';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE payout_lanes
        ADD COLUMN minute timestamptz,
        ADD COLUMN orders int NOT NULL DEFAULT 0,
        ADD COLUMN alerted_cause text,
        ADD COLUMN alerted_at timestamptz;
      COMMENT ON COLUMN payout_lanes.orders IS 'orders of that minute';
      COMMENT ON COLUMN payout_lanes.alerted_cause IS 'of the last pause that staff were alerted of';
      ALTER TABLE withdrawals ADD COLUMN unstarted_at timestamptz;
      COMMENT ON COLUMN withdrawals.unstarted_at IS 'when the provider first said that it has not begun the payment';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE payout_lanes DROP COLUMN minute, DROP COLUMN orders, DROP COLUMN alerted_cause, DROP COLUMN alerted_at;
      ALTER TABLE withdrawals DROP COLUMN unstarted_at;
    `);
  }
}
