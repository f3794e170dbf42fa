import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Charges of saved cards. */
export class CardCharges1763700001701 implements MigrationInterface {
  name = 'CardCharges1763700001701';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE card_charges (
        id uuid PRIMARY KEY,
        invoice_key uuid NOT NULL REFERENCES subscription_invoices (id) DEFERRABLE INITIALLY DEFERRED,
        attempt integer NOT NULL CHECK (attempt > 0),
        subscription_key uuid NOT NULL REFERENCES subscriptions (id),
        saved_card_id uuid NOT NULL REFERENCES saved_cards (id),
        owner_id uuid NOT NULL,
        app_id uuid NOT NULL,
        mode text NOT NULL CHECK (mode IN ('live', 'test')),
        reference text NOT NULL UNIQUE,
        gateway text NOT NULL,
        charge_minor bigint NOT NULL CHECK (charge_minor > 0),
        charge_currency text NOT NULL,
        status text NOT NULL CHECK (status IN ('intended', 'sent', 'succeeded', 'failed')),
        is_applied boolean NOT NULL,
        gateway_transaction_id text,
        failure text,
        unknown_answers integer NOT NULL,
        started_at timestamptz NOT NULL,
        sent_at timestamptz,
        due_at timestamptz,
        ended_at timestamptz,
        version integer NOT NULL,
        CONSTRAINT card_charges_attempt UNIQUE (invoice_key, attempt),
        CONSTRAINT card_charges_due CHECK ((status IN ('intended', 'sent')) = (due_at IS NOT NULL)),
        CONSTRAINT card_charges_applied CHECK (NOT is_applied OR status = 'succeeded')
      );
      COMMENT ON TABLE card_charges IS 'charges of saved cards; each row is committed before the payment company is asked';
      COMMENT ON COLUMN card_charges.status IS 'intended: not sent yet; sent: with the payment company, or its outcome is not known';
      COMMENT ON COLUMN card_charges.is_applied IS 'it paid its invoice; other money that arrived was set aside';
      COMMENT ON COLUMN card_charges.unknown_answers IS 'times that the payment company did not know it';
      COMMENT ON COLUMN card_charges.due_at IS 'when it is sent or asked about, in business time';
      CREATE UNIQUE INDEX card_charges_one_open ON card_charges (invoice_key) WHERE due_at IS NOT NULL;
      CREATE UNIQUE INDEX card_charges_one_applied ON card_charges (invoice_key) WHERE is_applied;
      CREATE INDEX card_charges_live_due ON card_charges (due_at) WHERE mode = 'live' AND due_at IS NOT NULL;
      CREATE INDEX card_charges_test_due ON card_charges (app_id, due_at) WHERE mode = 'test' AND due_at IS NOT NULL;
      CREATE INDEX card_charges_card ON card_charges (saved_card_id);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE card_charges`);
  }
}
