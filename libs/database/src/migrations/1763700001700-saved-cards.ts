import type { MigrationInterface, QueryRunner } from 'typeorm';

const MODES = (modes: string) => `CHECK (billing_mode IN (${modes}))`;
const BEFORE = MODES(`'invoice', 'wallet_auto'`);
const AFTER = MODES(`'invoice', 'wallet_auto', 'card_token'`);

/** Subscriptions that are charged to a card which the payment company keeps under a token. */
export class SavedCards1763700001700 implements MigrationInterface {
  name = 'SavedCards1763700001700';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE saved_cards (
        id uuid PRIMARY KEY,
        subscription_key uuid NOT NULL REFERENCES subscriptions (id),
        owner_id uuid NOT NULL,
        mode text NOT NULL CHECK (mode IN ('live', 'test')),
        cap_minor bigint NOT NULL CHECK (cap_minor > 0),
        currency text NOT NULL,
        brand text NOT NULL,
        last4 text NOT NULL,
        token_sealed bytea,
        email text NOT NULL,
        valid_until timestamptz NOT NULL,
        token_at timestamptz NOT NULL,
        consent_at timestamptz NOT NULL,
        consent_address text,
        consent_terms text NOT NULL,
        checkout_session_id text NOT NULL,
        attached_at timestamptz NOT NULL,
        renewal_asked_at timestamptz,
        erased_at timestamptz,
        version integer NOT NULL,
        CONSTRAINT saved_cards_erased CHECK ((token_sealed IS NULL) = (erased_at IS NOT NULL))
      );
      COMMENT ON TABLE saved_cards IS 'cards that customers agreed to be charged; rows are evidence and are kept, their tokens are erased';
      COMMENT ON COLUMN saved_cards.cap_minor IS 'the most that one cycle can cost, in the currency of the plan';
      COMMENT ON COLUMN saved_cards.email IS 'the address the card was charged under, to which its token belongs';
      COMMENT ON COLUMN saved_cards.valid_until IS 'the earlier end of card and token';
      COMMENT ON COLUMN saved_cards.token_at IS 'when the token was received';
      COMMENT ON COLUMN saved_cards.consent_terms IS 'the text that the page showed before the payment';
      COMMENT ON COLUMN saved_cards.renewal_asked_at IS 'when the customer was asked for another card';
      CREATE UNIQUE INDEX saved_cards_active ON saved_cards (subscription_key) WHERE erased_at IS NULL;
      CREATE INDEX saved_cards_owner ON saved_cards (owner_id) WHERE erased_at IS NULL;
      CREATE INDEX saved_cards_ending ON saved_cards (valid_until) WHERE erased_at IS NULL AND renewal_asked_at IS NULL;

      ALTER TABLE subscriptions
        DROP CONSTRAINT subscriptions_billing_mode_check,
        ADD CONSTRAINT subscriptions_billing_mode_check ${AFTER},
        ADD COLUMN saved_card_id uuid REFERENCES saved_cards (id) DEFERRABLE INITIALLY DEFERRED,
        ADD CONSTRAINT subscriptions_saved_card CHECK (saved_card_id IS NULL OR billing_mode = 'card_token' AND status <> 'cancelled');
      COMMENT ON COLUMN subscriptions.saved_card_id IS 'the card that is charged, while it is saved';
      ALTER TABLE subscription_invoices
        DROP CONSTRAINT subscription_invoices_billing_mode_check,
        ADD CONSTRAINT subscription_invoices_billing_mode_check ${AFTER};

      ALTER TABLE checkout_attempts
        ADD COLUMN consent_terms text,
        ADD COLUMN consent_address text;
      COMMENT ON COLUMN checkout_attempts.consent_terms IS 'the text by which the buyer agreed to further charges; null: to none';
      COMMENT ON COLUMN checkout_attempts.consent_address IS 'of the client that agreed; null: the server of the merchant';

      ALTER TABLE simulator.charges ADD COLUMN card_expiry text;
      CREATE INDEX charges_payer ON simulator.charges (mode, email, id) WHERE method = 'card';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP INDEX simulator.charges_payer;
      ALTER TABLE simulator.charges DROP COLUMN card_expiry;
      ALTER TABLE checkout_attempts DROP COLUMN consent_terms, DROP COLUMN consent_address;
      UPDATE subscription_invoices SET billing_mode = 'invoice' WHERE billing_mode = 'card_token';
      ALTER TABLE subscription_invoices
        DROP CONSTRAINT subscription_invoices_billing_mode_check,
        ADD CONSTRAINT subscription_invoices_billing_mode_check ${BEFORE};
      ALTER TABLE subscriptions DROP CONSTRAINT subscriptions_saved_card, DROP COLUMN saved_card_id;
      UPDATE subscriptions SET billing_mode = 'invoice' WHERE billing_mode = 'card_token';
      ALTER TABLE subscriptions
        DROP CONSTRAINT subscriptions_billing_mode_check,
        ADD CONSTRAINT subscriptions_billing_mode_check ${BEFORE};
      DROP TABLE saved_cards;
    `);
  }
}
