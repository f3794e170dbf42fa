CREATE TABLE subscription_plans (
  id uuid NOT NULL,
  plan_id text NOT NULL,
  owner_id uuid NOT NULL,
  app_id uuid NOT NULL,
  mode text NOT NULL,
  name text NOT NULL,
  amount_minor bigint NOT NULL,
  currency text NOT NULL,
  interval text NOT NULL,
  interval_count int NOT NULL,
  trial_days int NOT NULL,
  metadata jsonb NOT NULL,
  active boolean NOT NULL,
  created_at timestamptz NOT NULL,
  version int NOT NULL,
  PRIMARY KEY (id),
  UNIQUE (plan_id),
  CHECK (mode IN ('live', 'test')),
  CHECK (amount_minor > 0),
  CHECK (currency IN ('NGN', 'USD', 'GBP', 'EUR', 'GHS', 'KES', 'ZAR', 'CAD')),
  CHECK ("interval" IN ('daily', 'weekly', 'monthly', 'yearly')),
  CHECK (interval_count >= 1 AND interval_count <= 365),
  CHECK (trial_days >= 0 AND trial_days <= 365)
);
CREATE INDEX subscription_plans_owner ON subscription_plans (owner_id, mode, created_at DESC);
CREATE TRIGGER subscription_plans_terms BEFORE UPDATE ON subscription_plans FOR EACH ROW EXECUTE FUNCTION plan_terms_never_change();

CREATE TABLE wallet_mandates (
  id uuid NOT NULL,
  subscription_key uuid NOT NULL,
  mode text NOT NULL,
  payer_id uuid,
  account_id uuid,
  cap_minor bigint NOT NULL,
  currency text NOT NULL,
  terms_version text NOT NULL,
  checkout_session_id text NOT NULL,
  authorized_at timestamptz NOT NULL,
  revoked_at timestamptz,
  version int NOT NULL,
  PRIMARY KEY (id),
  CHECK (mode IN ('live', 'test')),
  CHECK (cap_minor > 0),
  CONSTRAINT wallet_mandates_payer CHECK (mode = 'test' OR payer_id IS NOT NULL AND account_id IS NOT NULL)
);
COMMENT ON TABLE wallet_mandates IS 'what payers have authorised with their PIN; rows are evidence and are kept';
COMMENT ON COLUMN wallet_mandates.cap_minor IS 'the most that one cycle can cost, in the currency of the plan';
COMMENT ON COLUMN wallet_mandates.terms_version IS 'the text that the page showed before the PIN';
CREATE UNIQUE INDEX wallet_mandates_active ON wallet_mandates (subscription_key) WHERE (revoked_at IS NULL);
CREATE INDEX wallet_mandates_payers ON wallet_mandates (payer_id, authorized_at DESC);

CREATE TABLE saved_cards (
  id uuid NOT NULL,
  subscription_key uuid NOT NULL,
  owner_id uuid NOT NULL,
  mode text NOT NULL,
  cap_minor bigint NOT NULL,
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
  version int NOT NULL,
  PRIMARY KEY (id),
  CHECK (mode IN ('live', 'test')),
  CHECK (cap_minor > 0),
  CONSTRAINT saved_cards_erased CHECK ((token_sealed IS NULL) = (erased_at IS NOT NULL))
);
COMMENT ON TABLE saved_cards IS 'cards that customers agreed to be charged; rows are evidence and are kept, their tokens are erased';
COMMENT ON COLUMN saved_cards.cap_minor IS 'the most that one cycle can cost, in the currency of the plan';
COMMENT ON COLUMN saved_cards.email IS 'the address the card was charged under, to which its token belongs';
COMMENT ON COLUMN saved_cards.valid_until IS 'the earlier end of card and token';
COMMENT ON COLUMN saved_cards.token_at IS 'when the token was received';
COMMENT ON COLUMN saved_cards.consent_terms IS 'the text that the page showed before the payment';
COMMENT ON COLUMN saved_cards.renewal_asked_at IS 'when the customer was asked for another card';
CREATE UNIQUE INDEX saved_cards_active ON saved_cards (subscription_key) WHERE (erased_at IS NULL);
CREATE INDEX saved_cards_owner ON saved_cards (owner_id) WHERE (erased_at IS NULL);
CREATE INDEX saved_cards_ending ON saved_cards (valid_until) WHERE ((erased_at IS NULL) AND (renewal_asked_at IS NULL));

CREATE TABLE subscriptions (
  id uuid NOT NULL,
  subscription_id text NOT NULL,
  plan_id text NOT NULL,
  owner_id uuid NOT NULL,
  app_id uuid NOT NULL,
  mode text NOT NULL,
  plan_name text NOT NULL,
  amount_minor bigint NOT NULL,
  currency text NOT NULL,
  interval text NOT NULL,
  interval_count int NOT NULL,
  billing_mode text NOT NULL,
  customer_email text NOT NULL,
  customer_name text,
  success_url text,
  cancel_url text,
  status text NOT NULL,
  anchor_at timestamptz NOT NULL,
  cycle int NOT NULL,
  period_start timestamptz NOT NULL,
  period_end timestamptz NOT NULL,
  trial_end timestamptz,
  unpaid_in_row int NOT NULL,
  cancel_at_period_end boolean NOT NULL,
  cancelled_at timestamptz,
  cancellation_reason text,
  allows_duplicate boolean NOT NULL,
  due_at timestamptz,
  requested_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL,
  version int NOT NULL,
  mandate_id uuid,
  autopay_revoked_at timestamptz,
  is_confirmed boolean NOT NULL DEFAULT true,
  saved_card_id uuid,
  anchor_cycle int NOT NULL DEFAULT 0,
  next_plan_id text,
  credit_minor bigint NOT NULL DEFAULT 0,
  repetition_notified_at timestamptz,
  is_public boolean NOT NULL DEFAULT false,
  pending_plan_id text,
  pending_invoice_id text,
  customer_id uuid,
  PRIMARY KEY (id),
  UNIQUE (subscription_id),
  FOREIGN KEY (plan_id) REFERENCES subscription_plans(plan_id),
  FOREIGN KEY (mandate_id) REFERENCES wallet_mandates(id) DEFERRABLE INITIALLY DEFERRED,
  FOREIGN KEY (saved_card_id) REFERENCES saved_cards(id) DEFERRABLE INITIALLY DEFERRED,
  FOREIGN KEY (next_plan_id) REFERENCES subscription_plans(plan_id),
  FOREIGN KEY (pending_plan_id) REFERENCES subscription_plans(plan_id),
  CHECK (mode IN ('live', 'test')),
  CHECK (amount_minor > 0),
  CHECK (currency IN ('NGN', 'USD', 'GBP', 'EUR', 'GHS', 'KES', 'ZAR', 'CAD')),
  CHECK ("interval" IN ('daily', 'weekly', 'monthly', 'yearly')),
  CHECK (status IN ('trialing', 'active', 'past_due', 'cancelled')),
  CHECK (cycle >= '-1'::int),
  CONSTRAINT subscriptions_cancelled CHECK ((status = 'cancelled') = (cancelled_at IS NOT NULL)),
  CONSTRAINT subscriptions_reason CHECK ((cancelled_at IS NULL) = (cancellation_reason IS NULL)),
  CONSTRAINT subscriptions_due CHECK ((status = 'cancelled') = (due_at IS NULL)),
  CONSTRAINT subscriptions_trial CHECK (status <> 'trialing' OR trial_end IS NOT NULL AND cycle = '-1'::int),
  CONSTRAINT subscriptions_mandate CHECK (mandate_id IS NULL OR billing_mode = 'wallet_auto' AND status <> 'cancelled'),
  CHECK (billing_mode IN ('invoice', 'wallet_auto', 'card_token')),
  CONSTRAINT subscriptions_saved_card CHECK (saved_card_id IS NULL OR billing_mode = 'card_token' AND status <> 'cancelled'),
  CHECK (credit_minor >= 0),
  CONSTRAINT subscriptions_next_plan CHECK (next_plan_id IS NULL OR status <> 'cancelled' AND NOT cancel_at_period_end),
  CHECK (cancellation_reason IN ('cancel_at_period_end', 'payment_failed', 'customer_cancelled', 'merchant_cancelled', 'duplicate')),
  CONSTRAINT subscriptions_pending_plan CHECK ((pending_plan_id IS NULL) = (pending_invoice_id IS NULL) AND (pending_plan_id IS NULL OR next_plan_id IS NULL AND status <> 'cancelled' AND NOT cancel_at_period_end))
);
COMMENT ON COLUMN subscriptions.anchor_at IS 'the first billing date of the plan, from which every period is computed';
COMMENT ON COLUMN subscriptions.cycle IS 'the last cycle that was reached, from 0; -1 in a trial';
COMMENT ON COLUMN subscriptions.due_at IS 'when it is looked at next, in business time';
COMMENT ON COLUMN subscriptions.requested_at IS 'when it was made, in real time, for the limit per customer';
COMMENT ON COLUMN subscriptions.mandate_id IS 'what the payer has authorised, while it is in force';
COMMENT ON COLUMN subscriptions.is_confirmed IS 'whether a server of the merchant made it, or it was paid; until then its customer gets no mails';
COMMENT ON COLUMN subscriptions.saved_card_id IS 'the card that is charged, while it is saved';
COMMENT ON COLUMN subscriptions.anchor_cycle IS 'the cycle that begins at the anchor';
COMMENT ON COLUMN subscriptions.next_plan_id IS 'the plan that takes effect at the end of the period';
COMMENT ON COLUMN subscriptions.credit_minor IS 'paid for periods that were not used; reduces the next invoices';
COMMENT ON COLUMN subscriptions.repetition_notified_at IS 'when its customer was notified that a browser asked for the plan again, in real time';
COMMENT ON COLUMN subscriptions.is_public IS 'made by a browser with a public key';
COMMENT ON COLUMN subscriptions.pending_plan_id IS 'the plan that takes effect when the invoice of pending_invoice_id is paid';
COMMENT ON COLUMN subscriptions.customer_id IS 'the account that has proved customer_email, whose address may be another one by now';
CREATE INDEX subscriptions_owner ON subscriptions (owner_id, mode, created_at DESC, id DESC);
CREATE INDEX subscriptions_customer ON subscriptions (owner_id, mode, customer_email, requested_at);
CREATE INDEX subscriptions_due ON subscriptions (due_at) WHERE ((mode = 'live') AND (due_at IS NOT NULL));
CREATE INDEX subscriptions_test_due ON subscriptions (app_id, due_at) WHERE ((mode = 'test') AND (due_at IS NOT NULL));
CREATE INDEX subscriptions_of_customer ON subscriptions (customer_email, created_at DESC, id DESC) WHERE (mode = 'live');
CREATE INDEX subscriptions_of_account ON subscriptions (customer_id, created_at DESC, id DESC) WHERE (customer_id IS NOT NULL);
CREATE UNIQUE INDEX subscriptions_open ON subscriptions (owner_id, mode, plan_id, customer_email, COALESCE(
CASE
    WHEN (mode = 'test') THEN app_id
    ELSE NULL::uuid
END, '00000000-0000-0000-0000-000000000000'::uuid), COALESCE(customer_id, '00000000-0000-0000-0000-000000000000'::uuid)) WHERE ((status <> 'cancelled') AND (NOT allows_duplicate));
CREATE INDEX subscriptions_test_open ON subscriptions (app_id) WHERE ((mode = 'test') AND (status <> 'cancelled'));

CREATE TABLE subscription_invoices (
  id uuid NOT NULL,
  invoice_id text NOT NULL,
  subscription_key uuid NOT NULL,
  subscription_id text NOT NULL,
  plan_id text NOT NULL,
  owner_id uuid NOT NULL,
  app_id uuid NOT NULL,
  mode text NOT NULL,
  cycle int NOT NULL,
  status text NOT NULL,
  amount_minor bigint NOT NULL,
  currency text NOT NULL,
  billing_mode text NOT NULL,
  customer_email text NOT NULL,
  checkout_session_id text,
  due_at timestamptz NOT NULL,
  link_ends_at timestamptz,
  paid_at timestamptz,
  attempt_count int NOT NULL,
  next_retry_at timestamptz,
  last_error text,
  voided_at timestamptz,
  created_at timestamptz NOT NULL,
  version int NOT NULL,
  is_silent boolean NOT NULL DEFAULT false,
  mandate_id uuid,
  fault_since timestamptz,
  settlement_key text,
  credit_minor bigint NOT NULL DEFAULT 0,
  plan_name text NOT NULL,
  PRIMARY KEY (id),
  UNIQUE (invoice_id),
  UNIQUE (checkout_session_id),
  CONSTRAINT subscription_invoices_cycle UNIQUE (subscription_key, cycle),
  UNIQUE (settlement_key),
  FOREIGN KEY (subscription_key) REFERENCES subscriptions(id),
  FOREIGN KEY (mandate_id) REFERENCES wallet_mandates(id),
  CHECK (mode IN ('live', 'test')),
  CHECK (status IN ('created', 'paid', 'failed')),
  CHECK (currency IN ('NGN', 'USD', 'GBP', 'EUR', 'GHS', 'KES', 'ZAR', 'CAD')),
  CONSTRAINT subscription_invoices_paid CHECK ((status = 'paid') = (paid_at IS NOT NULL)),
  CONSTRAINT subscription_invoices_link CHECK (is_silent OR checkout_session_id IS NOT NULL AND link_ends_at IS NOT NULL),
  CHECK (billing_mode IN ('invoice', 'wallet_auto', 'card_token')),
  CHECK (credit_minor >= 0),
  CONSTRAINT subscription_invoices_amount CHECK (amount_minor >= 0 AND (amount_minor + credit_minor) > 0)
);
COMMENT ON COLUMN subscription_invoices.cycle IS 'from 0; negative for a change of plan that has not taken effect';
COMMENT ON COLUMN subscription_invoices.amount_minor IS 'what remains to be paid: the price less the credit';
COMMENT ON COLUMN subscription_invoices.is_silent IS 'charged without the customer, not collected by a link';
COMMENT ON COLUMN subscription_invoices.mandate_id IS 'under which it was charged';
COMMENT ON COLUMN subscription_invoices.fault_since IS 'since when a fault of the service delays its charge';
COMMENT ON COLUMN subscription_invoices.settlement_key IS 'natural key of the booking that settled it';
COMMENT ON COLUMN subscription_invoices.credit_minor IS 'the part of the price that a credit of the subscription covers';
CREATE INDEX subscription_invoices_live_ends ON subscription_invoices (link_ends_at) WHERE ((mode = 'live') AND (status = 'created'));
CREATE INDEX subscription_invoices_test_ends ON subscription_invoices (app_id, link_ends_at) WHERE ((mode = 'test') AND (status = 'created'));

CREATE TABLE card_charges (
  id uuid NOT NULL,
  invoice_key uuid NOT NULL,
  attempt int NOT NULL,
  subscription_key uuid NOT NULL,
  saved_card_id uuid NOT NULL,
  owner_id uuid NOT NULL,
  app_id uuid NOT NULL,
  mode text NOT NULL,
  reference text NOT NULL,
  gateway text NOT NULL,
  charge_minor bigint NOT NULL,
  charge_currency text NOT NULL,
  status text NOT NULL,
  is_applied boolean NOT NULL,
  gateway_transaction_id text,
  failure text,
  unknown_answers int NOT NULL,
  started_at timestamptz NOT NULL,
  sent_at timestamptz,
  due_at timestamptz,
  ended_at timestamptz,
  version int NOT NULL,
  PRIMARY KEY (id),
  UNIQUE (reference),
  CONSTRAINT card_charges_attempt UNIQUE (invoice_key, attempt),
  FOREIGN KEY (invoice_key) REFERENCES subscription_invoices(id) DEFERRABLE INITIALLY DEFERRED,
  FOREIGN KEY (subscription_key) REFERENCES subscriptions(id),
  FOREIGN KEY (saved_card_id) REFERENCES saved_cards(id),
  CHECK (attempt > 0),
  CHECK (mode IN ('live', 'test')),
  CHECK (charge_minor > 0),
  CHECK (status IN ('intended', 'sent', 'succeeded', 'failed')),
  CONSTRAINT card_charges_applied CHECK (NOT is_applied OR status = 'succeeded'),
  CONSTRAINT card_charges_due CHECK (
CASE status
    WHEN 'succeeded' THEN due_at IS NULL
    WHEN 'failed' THEN due_at IS NULL OR NOT failure IS DISTINCT FROM 'error'
    ELSE due_at IS NOT NULL
END)
);
COMMENT ON TABLE card_charges IS 'charges of saved cards; each row is committed before the payment company is asked';
COMMENT ON COLUMN card_charges.status IS 'intended: not sent yet; sent: with the payment company, or its outcome is not known';
COMMENT ON COLUMN card_charges.is_applied IS 'it paid its invoice; other money that arrived was set aside';
COMMENT ON COLUMN card_charges.unknown_answers IS 'times that the payment company did not know it';
COMMENT ON COLUMN card_charges.due_at IS 'when it is sent or asked about, in business time; null once its outcome is known';
CREATE UNIQUE INDEX card_charges_one_applied ON card_charges (invoice_key) WHERE is_applied;
CREATE INDEX card_charges_live_due ON card_charges (due_at) WHERE ((mode = 'live') AND (due_at IS NOT NULL));
CREATE INDEX card_charges_test_due ON card_charges (app_id, due_at) WHERE ((mode = 'test') AND (due_at IS NOT NULL));
CREATE INDEX card_charges_card ON card_charges (saved_card_id);
CREATE UNIQUE INDEX card_charges_one_open ON card_charges (invoice_key) WHERE (status IN ('intended', 'sent'));

CREATE TABLE charge_heartbeat (
  singleton boolean NOT NULL DEFAULT true,
  at timestamptz NOT NULL,
  PRIMARY KEY (singleton),
  CHECK (singleton)
);
COMMENT ON TABLE charge_heartbeat IS 'when a scheduler last looked for silent charges, by the time of the database';
REVOKE DELETE ON charge_heartbeat FROM payments_app;

CREATE TABLE charge_holds (
  id uuid NOT NULL,
  cause text NOT NULL,
  seconds bigint NOT NULL,
  held_at timestamptz NOT NULL,
  released_at timestamptz,
  released_by uuid,
  PRIMARY KEY (id),
  CHECK (cause IN ('interruption', 'clock_difference')),
  CONSTRAINT charge_holds_released CHECK ((released_at IS NULL) = (released_by IS NULL))
);
COMMENT ON TABLE charge_holds IS 'silent charges wait while one of them is not released';
CREATE INDEX charge_holds_in_force ON charge_holds (held_at) WHERE (released_at IS NULL);
REVOKE UPDATE, DELETE ON charge_holds FROM payments_app;
GRANT UPDATE (released_at, released_by) ON charge_holds TO payments_app;

CREATE UNLOGGED TABLE subscription_claims (
  subscription_key uuid NOT NULL,
  version int NOT NULL,
  claimed_until timestamptz NOT NULL,
  PRIMARY KEY (subscription_key)
);
COMMENT ON TABLE subscription_claims IS 'subscriptions that schedulers are billing';
COMMENT ON COLUMN subscription_claims.version IS 'of the subscription at that time; any change ends the claim';

CREATE TABLE subscription_credits (
  invoice_key uuid NOT NULL,
  subscription_key uuid NOT NULL,
  amount_minor bigint NOT NULL,
  granted_at timestamptz NOT NULL,
  PRIMARY KEY (invoice_key),
  FOREIGN KEY (invoice_key) REFERENCES subscription_invoices(id),
  FOREIGN KEY (subscription_key) REFERENCES subscriptions(id),
  CHECK (amount_minor > 0)
);
COMMENT ON TABLE subscription_credits IS 'paid invoices whose period was cut short, with what the rest of it was worth';
CREATE INDEX subscription_credits_subscription ON subscription_credits (subscription_key);
REVOKE UPDATE, DELETE ON subscription_credits FROM payments_app;

CREATE TABLE subscription_reminders (
  subscription_key uuid NOT NULL,
  days smallint NOT NULL,
  cycle int NOT NULL,
  PRIMARY KEY (subscription_key, days),
  FOREIGN KEY (subscription_key) REFERENCES subscriptions(id)
);
COMMENT ON TABLE subscription_reminders IS 'the last cycle before which a wallet was checked, by days ahead';

ALTER TABLE wallet_mandates ADD FOREIGN KEY (subscription_key) REFERENCES subscriptions(id);
ALTER TABLE saved_cards ADD FOREIGN KEY (subscription_key) REFERENCES subscriptions(id);
ALTER TABLE subscriptions ADD FOREIGN KEY (pending_invoice_id) REFERENCES subscription_invoices(invoice_id) DEFERRABLE INITIALLY DEFERRED;
