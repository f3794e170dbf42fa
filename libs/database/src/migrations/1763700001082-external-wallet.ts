import { CURRENCIES } from '@app/kernel';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { serviceAccountId } from '../service-accounts';

/** What an external wallet has collected for us, and the simulated company that does. */
export class ExternalWallet1763700001082 implements MigrationInterface {
  name = 'ExternalWallet1763700001082';

  async up(runner: QueryRunner): Promise<void> {
    for (const currency of CURRENCIES) {
      await runner.query(
        `SELECT ledger.open_accounts(now(), ARRAY[$1::uuid], ARRAY[NULL::uuid], ARRAY['extwallet-clearing'], ARRAY[$2::text])`,
        [serviceAccountId('extwallet-clearing', currency), currency],
      );
    }
    await runner.query(`
      CREATE TABLE simulator.wallet_orders (
        id text PRIMARY KEY,
        mode text NOT NULL CHECK (mode IN ('live', 'test')),
        reference text NOT NULL,
        status text NOT NULL DEFAULT 'created'
          CHECK (status IN ('created', 'approved', 'completed', 'declined', 'cancelled')),
        amount_minor bigint NOT NULL CHECK (amount_minor > 0),
        currency text NOT NULL,
        description text NOT NULL,
        return_url text NOT NULL,
        page_token text NOT NULL,
        page_hash bytea NOT NULL UNIQUE,
        capture_id text UNIQUE,
        captured_minor bigint CHECK (captured_minor >= 0),
        refunded_minor bigint NOT NULL DEFAULT 0 CHECK (refunded_minor BETWEEN 0 AND coalesce(captured_minor, 0)),
        created_at timestamptz NOT NULL,
        UNIQUE (mode, reference),
        CHECK ((status = 'completed') = (capture_id IS NOT NULL))
      );
      CREATE TABLE simulator.wallet_refunds (
        id bigint GENERATED ALWAYS AS IDENTITY (START WITH 7001) PRIMARY KEY,
        order_id text NOT NULL REFERENCES simulator.wallet_orders,
        reference text NOT NULL,
        amount_minor bigint NOT NULL CHECK (amount_minor > 0),
        UNIQUE (order_id, reference)
      );
      CREATE TABLE simulator.wallet_events (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        order_id text NOT NULL REFERENCES simulator.wallet_orders,
        mode text NOT NULL,
        type text NOT NULL,
        state text NOT NULL DEFAULT 'due' CHECK (state IN ('due', 'sent', 'given-up')),
        attempts int NOT NULL DEFAULT 0,
        due_at timestamptz NOT NULL
      );
      CREATE INDEX wallet_events_due ON simulator.wallet_events (due_at) WHERE state = 'due';
      CREATE TABLE simulator.signing_keys (
        name text PRIMARY KEY,
        private_key text NOT NULL
      );
      COMMENT ON TABLE simulator.signing_keys IS 'keys of the simulated company: nothing real is signed with them';
      GRANT SELECT, INSERT, UPDATE, DELETE ON simulator.wallet_orders, simulator.wallet_refunds, simulator.wallet_events,
        simulator.signing_keys TO payments_app`);
  }

  async down(runner: QueryRunner): Promise<void> {
    // The books are append-only: accounts are never closed by a migration.
    await runner.query(
      `DROP TABLE simulator.wallet_events, simulator.wallet_refunds, simulator.wallet_orders, simulator.signing_keys`,
    );
  }
}
