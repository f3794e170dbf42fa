import type { MigrationInterface, QueryRunner } from 'typeorm';

const REASONS = `'cancel_at_period_end', 'payment_failed', 'customer_cancelled', 'merchant_cancelled'`;
const UNAPPLIED = `'expired', 'already-paid', 'amount-mismatch', 'escrow-returned'`;

/** Second subscriptions of a customer to a plan, which end when they are paid, and money for what is not due any more. */
export class DuplicateSubscriptions1763700002040 implements MigrationInterface {
  name = 'DuplicateSubscriptions1763700002040';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE subscriptions
        DROP CONSTRAINT subscriptions_cancellation_reason_check,
        ADD CONSTRAINT subscriptions_cancellation_reason_check CHECK (cancellation_reason IN (${REASONS}, 'duplicate'));
      ALTER TABLE checkout_attempts
        DROP CONSTRAINT checkout_attempts_unapplied_reason_check,
        ADD CONSTRAINT checkout_attempts_unapplied_reason_check CHECK (unapplied_reason IN (${UNAPPLIED}, 'not-due'));
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      UPDATE subscriptions SET cancellation_reason = 'merchant_cancelled' WHERE cancellation_reason = 'duplicate';
      UPDATE checkout_attempts SET unapplied_reason = 'already-paid' WHERE unapplied_reason = 'not-due';
      ALTER TABLE subscriptions
        DROP CONSTRAINT subscriptions_cancellation_reason_check,
        ADD CONSTRAINT subscriptions_cancellation_reason_check CHECK (cancellation_reason IN (${REASONS}));
      ALTER TABLE checkout_attempts
        DROP CONSTRAINT checkout_attempts_unapplied_reason_check,
        ADD CONSTRAINT checkout_attempts_unapplied_reason_check CHECK (unapplied_reason IN (${UNAPPLIED}));
    `);
  }
}
