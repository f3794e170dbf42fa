import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Chargebacks of the simulated card company. Amounts are texts, because tests let it claim what makes no sense. */
export class SimulatedChargebacks1764633600001 implements MigrationInterface {
  name = 'SimulatedChargebacks1764633600001';
  readonly lib = 'simulator';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE simulator.chargebacks (
        id bigint NOT NULL GENERATED ALWAYS AS IDENTITY (START WITH 7001),
        mode text NOT NULL,
        transaction_id text NOT NULL,
        stage smallint NOT NULL,
        status text NOT NULL,
        amount text NOT NULL,
        currency text NOT NULL,
        reason text NOT NULL,
        comment text,
        answers int NOT NULL DEFAULT 0,
        due_at timestamptz NOT NULL,
        created_at timestamptz NOT NULL,
        PRIMARY KEY (id)
      );
      CREATE INDEX chargebacks_created ON simulator.chargebacks (mode, created_at, id);
      GRANT INSERT, SELECT, UPDATE, DELETE ON simulator.chargebacks TO payments_app`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE simulator.chargebacks');
  }
}
