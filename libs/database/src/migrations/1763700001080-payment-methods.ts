import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Attempts to pay in other ways than by card: what the buyer was told to do, and until when that holds. */
export class PaymentMethods1763700001080 implements MigrationInterface {
  name = 'PaymentMethods1763700001080';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE checkout_attempts
        ADD COLUMN method text NOT NULL DEFAULT 'card'
          CHECK (method IN ('card', 'bank_transfer', 'ussd', 'wallet', 'mobile_money', 'extwallet')),
        ADD COLUMN instructions jsonb,
        ADD COLUMN expires_at timestamptz,
        ADD COLUMN watch_at timestamptz;
      CREATE INDEX checkout_attempts_watch ON checkout_attempts (watch_at) WHERE watch_at IS NOT NULL;
      CREATE INDEX checkout_attempts_waiting ON checkout_attempts (expires_at) WHERE status = 'waiting' AND expires_at IS NOT NULL;
      COMMENT ON COLUMN checkout_attempts.instructions IS 'what the buyer has to do: an account number, a code to dial, a prompt on a phone';
      COMMENT ON COLUMN checkout_attempts.expires_at IS 'until when the instructions hold; money that comes later is still found';
      COMMENT ON COLUMN checkout_attempts.watch_at IS 'when to look again for money on an account number whose attempt has ended';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE checkout_attempts
        DROP COLUMN method, DROP COLUMN instructions, DROP COLUMN expires_at, DROP COLUMN watch_at`);
  }
}
