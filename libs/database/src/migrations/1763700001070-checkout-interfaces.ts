import { CURRENCIES } from '@app/kernel';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { serviceAccountId } from '../service-accounts';

const FEES_HELD = 'escrow-fees-held';

/** Sessions of every interface, payments out of a buyer's wallet, payments held in escrow, and money staff apply. */
export class CheckoutInterfaces1763700001070 implements MigrationInterface {
  name = 'CheckoutInterfaces1763700001070';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE checkout_sessions
        ADD COLUMN number bigint,
        ADD COLUMN opened_through text NOT NULL DEFAULT 'A' CHECK (opened_through IN ('A', 'B', 'public')),
        ADD COLUMN fee_minor bigint NOT NULL DEFAULT 0 CHECK (fee_minor >= 0),
        ADD CONSTRAINT checkout_sessions_fee CHECK (escrow = (fee_minor > 0));
      UPDATE checkout_sessions SET number = 1 + ('x' || substr(md5(session_id), 1, 13))::bit(52)::bigint;
      ALTER TABLE checkout_sessions
        ALTER COLUMN number SET NOT NULL,
        ADD CONSTRAINT checkout_sessions_number UNIQUE (number);
      COMMENT ON COLUMN checkout_sessions.number IS 'its name in Variant B: random, so that it tells nothing of the number of sessions';
      COMMENT ON COLUMN checkout_sessions.opened_through IS 'the interface it was made with; public: by a public key, from a browser';
      COMMENT ON COLUMN checkout_sessions.fee_minor IS 'escrow fee, paid by the buyer on top of the amount';

      ALTER TABLE merchant_apps ADD COLUMN success_url text, ADD COLUMN cancel_url text;
      COMMENT ON COLUMN merchant_apps.success_url IS 'where buyers go back to, of sessions that name no place of their own';
    `);
    await runner.query(`
      ALTER TABLE checkout_attempts
        ADD COLUMN payer_id uuid,
        DROP CONSTRAINT checkout_attempts_status_check,
        ADD CONSTRAINT checkout_attempts_status_check CHECK (status IN
          ('calling', 'waiting', 'succeeded', 'failed', 'abandoned', 'unapplied', 'refunded', 'applied'));
      CREATE INDEX checkout_attempts_declined ON checkout_attempts (owner_id, ended_at) WHERE status = 'failed';
      COMMENT ON COLUMN checkout_attempts.payer_id IS 'the account that paid, where it paid from its wallet';
      DROP TRIGGER checkout_attempts_terminal ON checkout_attempts;
      CREATE TRIGGER checkout_attempts_terminal BEFORE UPDATE ON checkout_attempts FOR EACH ROW
        WHEN (OLD.status IN ('succeeded', 'refunded', 'applied') AND NEW.status <> OLD.status) EXECUTE FUNCTION checkout_keep_terminal();
    `);
    await runner.query(`
      CREATE TABLE escrows (
        id uuid PRIMARY KEY,
        mode text NOT NULL CHECK (mode IN ('live', 'test')),
        status text NOT NULL CHECK (status IN ('funded', 'disputed', 'released', 'refunded', 'resolved_split')),
        token_hash bytea NOT NULL CONSTRAINT escrows_token_hash UNIQUE,
        initiator_id uuid,
        initiator_email text,
        initiator_name text,
        beneficiary_id uuid NOT NULL,
        amount_minor bigint NOT NULL CHECK (amount_minor > 0),
        fee_minor bigint NOT NULL CHECK (fee_minor >= 0),
        currency text NOT NULL CHECK (currency IN (${CURRENCIES.map((code) => `'${code}'`).join(', ')})),
        hold_account_id uuid,
        held_minor bigint NOT NULL CHECK (held_minor > 0),
        description text,
        condition text,
        deadline_at timestamptz,
        checkout_session_id text CONSTRAINT escrows_checkout_session UNIQUE,
        created_at timestamptz NOT NULL,
        funded_at timestamptz NOT NULL,
        released_at timestamptz,
        refunded_at timestamptz,
        version int NOT NULL,
        CONSTRAINT escrows_hold CHECK ((hold_account_id IS NOT NULL) = (mode = 'live'))
      );
      CREATE INDEX escrows_beneficiary ON escrows (beneficiary_id, mode, created_at DESC);
      CREATE INDEX escrows_initiator ON escrows (initiator_id, mode, created_at DESC) WHERE initiator_id IS NOT NULL;
      CREATE INDEX escrows_open_holds ON escrows (hold_account_id) WHERE status IN ('funded', 'disputed');
      COMMENT ON COLUMN escrows.token_hash IS 'SHA-256 of the token in the portal''s address; the token itself is derived, never stored';
      COMMENT ON COLUMN escrows.initiator_id IS 'null: a buyer without an account here, who has the portal alone';
      COMMENT ON COLUMN escrows.hold_account_id IS 'the locked account that holds held_minor while the escrow is open; null in test mode';
    `);
    for (const currency of CURRENCIES) {
      await runner.query(
        'SELECT ledger.open_accounts(now(), ARRAY[$1::uuid], ARRAY[NULL::uuid], ARRAY[$2::text], ARRAY[$3::text])',
        [serviceAccountId(FEES_HELD, currency), FEES_HELD, currency],
      );
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    // The books are append-only: accounts are never closed by a migration.
    await runner.query(`
      DROP TABLE escrows;
      DROP INDEX checkout_attempts_declined;
      ALTER TABLE checkout_attempts DROP COLUMN payer_id;
      ALTER TABLE merchant_apps DROP COLUMN success_url, DROP COLUMN cancel_url;
      ALTER TABLE checkout_sessions DROP COLUMN number, DROP COLUMN opened_through, DROP COLUMN fee_minor;
    `);
  }
}
