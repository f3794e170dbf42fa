import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Wallets. Their money stands in the ledger; a wallet's id is that of its account there. */
export class Wallet1763700000600 implements MigrationInterface {
  name = 'Wallet1763700000600';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE wallets (
        id uuid CONSTRAINT wallets_pkey PRIMARY KEY,
        locked_account_id uuid NOT NULL CONSTRAINT wallets_locked_account UNIQUE,
        owner_id uuid NOT NULL,
        currency_code char(3) NOT NULL,
        is_primary boolean NOT NULL,
        gw_account_number text,
        gw_bank_name text,
        version int NOT NULL,
        created_at timestamptz NOT NULL
      );
      -- Reads by owner find the wallet in the index alone, with its accounts.
      CREATE UNIQUE INDEX wallets_one_per_currency ON wallets (owner_id, currency_code) INCLUDE (id, locked_account_id, is_primary);
      CREATE UNIQUE INDEX wallets_one_primary ON wallets (owner_id) WHERE is_primary;
      COMMENT ON COLUMN wallets.id IS 'also the id of the ledger account that holds what can be spent';
      COMMENT ON COLUMN wallets.locked_account_id IS 'ledger account of funds held, beside what can be spent';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE wallets');
  }
}
