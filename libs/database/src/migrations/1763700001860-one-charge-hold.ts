import type { MigrationInterface, QueryRunner } from 'typeorm';

/** At most one stop of silent charges is in force, however many schedulers find that their clock is wrong. */
export class OneChargeHold1763700001860 implements MigrationInterface {
  name = 'OneChargeHold1763700001860';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DELETE FROM charge_holds later USING charge_holds earlier
       WHERE later.released_at IS NULL AND earlier.released_at IS NULL
         AND (earlier.held_at, earlier.id) < (later.held_at, later.id);
      DROP INDEX charge_holds_in_force;
      CREATE UNIQUE INDEX charge_holds_in_force ON charge_holds ((true)) WHERE released_at IS NULL;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP INDEX charge_holds_in_force;
      CREATE INDEX charge_holds_in_force ON charge_holds (held_at) WHERE released_at IS NULL;
    `);
  }
}
