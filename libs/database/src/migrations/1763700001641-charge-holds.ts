import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Stops of silent charges while the time is in doubt. */
export class ChargeHolds1763700001641 implements MigrationInterface {
  name = 'ChargeHolds1763700001641';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE charge_heartbeat (
        singleton boolean PRIMARY KEY DEFAULT true CHECK (singleton),
        at timestamptz NOT NULL
      );
      COMMENT ON TABLE charge_heartbeat IS 'when a scheduler last looked for silent charges, by the time of the database';
      CREATE TABLE charge_holds (
        id uuid PRIMARY KEY,
        cause text NOT NULL CHECK (cause IN ('interruption', 'clock_difference')),
        seconds bigint NOT NULL,
        held_at timestamptz NOT NULL,
        released_at timestamptz,
        released_by uuid,
        CONSTRAINT charge_holds_released CHECK ((released_at IS NULL) = (released_by IS NULL))
      );
      CREATE INDEX charge_holds_in_force ON charge_holds (held_at) WHERE released_at IS NULL;
      COMMENT ON TABLE charge_holds IS 'silent charges wait while one of them is not released';
      REVOKE UPDATE, DELETE ON charge_holds FROM payments_app;
      GRANT UPDATE (released_at, released_by) ON charge_holds TO payments_app;
      REVOKE DELETE ON charge_heartbeat FROM payments_app;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE charge_holds, charge_heartbeat');
  }
}
