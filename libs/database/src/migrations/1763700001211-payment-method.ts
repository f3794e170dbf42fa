import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A paid session names the method by which it was paid. */
export class PaymentMethod1763700001211 implements MigrationInterface {
  name = 'PaymentMethod1763700001211';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE checkout_sessions ADD COLUMN payment_method text;
      UPDATE checkout_sessions s SET payment_method = a.method
        FROM checkout_attempts a WHERE a.id = s.attempt_id AND s.status = 'completed';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE checkout_sessions DROP COLUMN payment_method');
  }
}
