import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The simulated company takes bank transfers, USSD, mobile money and saved cards as well. */
export class SimulatedMethods1763700001081 implements MigrationInterface {
  name = 'SimulatedMethods1763700001081';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE simulator.charges
        ADD COLUMN method text NOT NULL DEFAULT 'card'
          CHECK (method IN ('card', 'bank_transfer', 'ussd', 'mobile_money')),
        DROP CONSTRAINT charges_awaits_check,
        ADD CONSTRAINT charges_awaits_check CHECK (awaits IN ('otp', 'challenge', 'buyer'));
      -- An account number takes as many transfers as come.
      DROP INDEX simulator.charges_paid_once;
      CREATE UNIQUE INDEX charges_paid_once ON simulator.charges (mode, tx_ref)
        WHERE status = 'successful' AND method <> 'bank_transfer';
      CREATE INDEX charges_token ON simulator.charges (card_token) WHERE card_token IS NOT NULL;
      CREATE TABLE simulator.accounts (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        account_number text NOT NULL UNIQUE,
        mode text NOT NULL CHECK (mode IN ('live', 'test')),
        tx_ref text NOT NULL,
        reference text NOT NULL UNIQUE,
        amount_minor bigint NOT NULL CHECK (amount_minor > 0),
        currency text NOT NULL,
        email text NOT NULL,
        merchant_name text,
        page_hash bytea NOT NULL UNIQUE,
        expires_at timestamptz NOT NULL,
        created_at timestamptz NOT NULL,
        UNIQUE (mode, tx_ref)
      );
      GRANT SELECT, INSERT, UPDATE, DELETE ON simulator.accounts TO payments_app`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TABLE simulator.accounts;
      DROP INDEX simulator.charges_token;
      DROP INDEX simulator.charges_paid_once;
      DELETE FROM simulator.events WHERE charge_id IN (SELECT id FROM simulator.charges WHERE method <> 'card');
      DELETE FROM simulator.refunds WHERE charge_id IN (SELECT id FROM simulator.charges WHERE method <> 'card');
      DELETE FROM simulator.charges WHERE method <> 'card';
      CREATE UNIQUE INDEX charges_paid_once ON simulator.charges (mode, tx_ref) WHERE status = 'successful';
      ALTER TABLE simulator.charges
        DROP COLUMN method,
        DROP CONSTRAINT charges_awaits_check,
        ADD CONSTRAINT charges_awaits_check CHECK (awaits IN ('otp', 'challenge'))`);
  }
}
