import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Subscriptions that are charged to the wallet of a payer who has authorised it. */
export class WalletMandates1763700001600 implements MigrationInterface {
  name = 'WalletMandates1763700001600';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE wallet_mandates (
        id uuid PRIMARY KEY,
        subscription_key uuid NOT NULL REFERENCES subscriptions (id),
        mode text NOT NULL CHECK (mode IN ('live', 'test')),
        payer_id uuid,
        account_id uuid,
        cap_minor bigint NOT NULL CHECK (cap_minor > 0),
        currency text NOT NULL,
        terms_version text NOT NULL,
        checkout_session_id text NOT NULL,
        authorized_at timestamptz NOT NULL,
        revoked_at timestamptz,
        version integer NOT NULL,
        CONSTRAINT wallet_mandates_payer CHECK (mode = 'test' OR payer_id IS NOT NULL AND account_id IS NOT NULL)
      );
      COMMENT ON TABLE wallet_mandates IS 'what payers have authorised with their PIN; rows are evidence and are kept';
      COMMENT ON COLUMN wallet_mandates.cap_minor IS 'the most that one cycle can cost, in the currency of the plan';
      COMMENT ON COLUMN wallet_mandates.terms_version IS 'the text that the page showed before the PIN';
      CREATE UNIQUE INDEX wallet_mandates_active ON wallet_mandates (subscription_key) WHERE revoked_at IS NULL;
      CREATE INDEX wallet_mandates_payers ON wallet_mandates (payer_id, authorized_at DESC);

      ALTER TABLE subscriptions
        DROP CONSTRAINT subscriptions_billing_mode_check,
        ADD CONSTRAINT subscriptions_billing_mode_check CHECK (billing_mode IN ('invoice', 'wallet_auto')),
        ADD COLUMN mandate_id uuid REFERENCES wallet_mandates (id) DEFERRABLE INITIALLY DEFERRED,
        ADD COLUMN autopay_revoked_at timestamptz,
        ADD CONSTRAINT subscriptions_mandate CHECK (mandate_id IS NULL OR billing_mode = 'wallet_auto' AND status <> 'cancelled');
      COMMENT ON COLUMN subscriptions.mandate_id IS 'what the payer has authorised, while it is in force';

      ALTER TABLE subscription_invoices
        DROP CONSTRAINT subscription_invoices_billing_mode_check,
        ADD CONSTRAINT subscription_invoices_billing_mode_check CHECK (billing_mode IN ('invoice', 'wallet_auto')),
        ALTER COLUMN checkout_session_id DROP NOT NULL,
        ALTER COLUMN link_ends_at DROP NOT NULL,
        ADD COLUMN is_silent boolean NOT NULL DEFAULT false,
        ADD COLUMN mandate_id uuid REFERENCES wallet_mandates (id),
        ADD COLUMN fault_since timestamptz,
        ADD COLUMN settlement_key text UNIQUE,
        ADD CONSTRAINT subscription_invoices_link CHECK (is_silent OR checkout_session_id IS NOT NULL AND link_ends_at IS NOT NULL);
      COMMENT ON COLUMN subscription_invoices.is_silent IS 'charged without the customer, not collected by a link';
      COMMENT ON COLUMN subscription_invoices.mandate_id IS 'under which it was charged';
      COMMENT ON COLUMN subscription_invoices.fault_since IS 'since when a fault of the service delays its charge';
      COMMENT ON COLUMN subscription_invoices.settlement_key IS 'natural key of the booking that settled it';
      UPDATE subscription_invoices SET settlement_key = 'checkout ' || checkout_session_id
       WHERE status = 'paid' AND EXISTS (SELECT FROM ledger.once o WHERE o.key = 'checkout ' || checkout_session_id);

      CREATE TABLE subscription_reminders (
        subscription_key uuid NOT NULL REFERENCES subscriptions (id),
        days smallint NOT NULL,
        cycle integer NOT NULL,
        PRIMARY KEY (subscription_key, days)
      );
      COMMENT ON TABLE subscription_reminders IS 'the last cycle before which a wallet was checked, by days ahead';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TABLE subscription_reminders;
      DELETE FROM subscription_invoices WHERE checkout_session_id IS NULL OR link_ends_at IS NULL;
      UPDATE subscription_invoices SET billing_mode = 'invoice';
      UPDATE subscriptions SET billing_mode = 'invoice';
      ALTER TABLE subscription_invoices
        DROP CONSTRAINT subscription_invoices_link,
        DROP COLUMN is_silent, DROP COLUMN mandate_id, DROP COLUMN fault_since, DROP COLUMN settlement_key,
        ALTER COLUMN checkout_session_id SET NOT NULL,
        ALTER COLUMN link_ends_at SET NOT NULL,
        DROP CONSTRAINT subscription_invoices_billing_mode_check,
        ADD CONSTRAINT subscription_invoices_billing_mode_check CHECK (billing_mode IN ('invoice'));
      ALTER TABLE subscriptions
        DROP CONSTRAINT subscriptions_mandate,
        DROP COLUMN mandate_id, DROP COLUMN autopay_revoked_at,
        DROP CONSTRAINT subscriptions_billing_mode_check,
        ADD CONSTRAINT subscriptions_billing_mode_check CHECK (billing_mode IN ('invoice'));
      DROP TABLE wallet_mandates;
    `);
  }
}
