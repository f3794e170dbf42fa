CREATE TABLE simulator.accounts (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  account_number text NOT NULL,
  mode text NOT NULL,
  tx_ref text NOT NULL,
  reference text NOT NULL,
  amount_minor bigint,
  currency text NOT NULL,
  email text NOT NULL,
  merchant_name text,
  page_hash bytea NOT NULL,
  expires_at timestamptz,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (id),
  UNIQUE (account_number),
  UNIQUE (reference),
  UNIQUE (page_hash),
  CHECK (mode IN ('live', 'test')),
  CHECK (amount_minor > 0)
);
CREATE UNIQUE INDEX accounts_temporary ON simulator.accounts (mode, tx_ref) WHERE (expires_at IS NOT NULL);
GRANT INSERT, SELECT, UPDATE, DELETE ON simulator.accounts TO payments_app;

CREATE TABLE simulator.bvn_verifications (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY (START WITH 9001),
  mode text NOT NULL,
  reference text NOT NULL,
  behaviour text NOT NULL,
  first_name text NOT NULL,
  last_name text NOT NULL,
  redirect_url text,
  page_hash bytea,
  decision text,
  created_at timestamptz NOT NULL,
  completes_at timestamptz,
  event_state text NOT NULL,
  event_attempts int NOT NULL DEFAULT 0,
  event_due_at timestamptz,
  PRIMARY KEY (id),
  UNIQUE (reference),
  UNIQUE (page_hash),
  CHECK (mode IN ('live', 'test')),
  CHECK (decision IN ('approve', 'decline')),
  CHECK (event_state IN ('none', 'due', 'sent', 'given-up'))
);
CREATE INDEX bvn_events_due ON simulator.bvn_verifications (event_due_at) WHERE (event_state = 'due');
GRANT INSERT, SELECT, UPDATE, DELETE ON simulator.bvn_verifications TO payments_app;

CREATE TABLE simulator.charges (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY (START WITH 1000001),
  mode text NOT NULL,
  tx_ref text NOT NULL,
  gw_ref text NOT NULL,
  status text NOT NULL DEFAULT 'pending',
  awaits text,
  amount_minor bigint NOT NULL,
  charged_minor bigint NOT NULL,
  refunded_minor bigint NOT NULL DEFAULT 0,
  currency text NOT NULL,
  email text NOT NULL,
  full_name text,
  merchant_name text,
  client_ip text,
  brand text NOT NULL,
  last4 text NOT NULL,
  card_token text,
  redirect_url text,
  challenge_hash bytea,
  processor_response text NOT NULL,
  created_at timestamptz NOT NULL,
  completed_at timestamptz,
  method text NOT NULL DEFAULT 'card',
  card_expiry text,
  PRIMARY KEY (id),
  UNIQUE (gw_ref),
  UNIQUE (challenge_hash),
  CHECK (mode IN ('live', 'test')),
  CHECK (status IN ('pending', 'successful', 'failed')),
  CHECK (amount_minor > 0),
  CHECK (charged_minor >= 0),
  CHECK (refunded_minor >= 0 AND refunded_minor <= charged_minor),
  CHECK (length(last4) <= 4),
  CONSTRAINT charges_check1 CHECK ((status = 'pending') = (completed_at IS NULL)),
  CHECK (method IN ('card', 'bank_transfer', 'ussd', 'mobile_money')),
  CHECK (awaits IN ('otp', 'challenge', 'buyer'))
);
CREATE INDEX charges_reference ON simulator.charges (mode, tx_ref);
CREATE INDEX charges_open ON simulator.charges (created_at) WHERE (status = 'pending');
CREATE UNIQUE INDEX charges_paid_once ON simulator.charges (mode, tx_ref) WHERE ((status = 'successful') AND (method <> 'bank_transfer'));
CREATE INDEX charges_token ON simulator.charges (card_token) WHERE (card_token IS NOT NULL);
CREATE INDEX charges_payer ON simulator.charges (mode, email, id) WHERE (method = 'card');
GRANT INSERT, SELECT, UPDATE, DELETE ON simulator.charges TO payments_app;

CREATE TABLE simulator.events (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  charge_id bigint NOT NULL,
  mode text NOT NULL,
  state text NOT NULL DEFAULT 'due',
  attempts int NOT NULL DEFAULT 0,
  due_at timestamptz NOT NULL,
  last_error text,
  PRIMARY KEY (id),
  FOREIGN KEY (charge_id) REFERENCES simulator.charges(id),
  CHECK (state IN ('due', 'sent', 'given-up', 'no-receiver'))
);
CREATE INDEX events_due ON simulator.events (due_at) WHERE (state = 'due');
CREATE INDEX events_of_charge ON simulator.events (charge_id);
GRANT INSERT, SELECT, UPDATE, DELETE ON simulator.events TO payments_app;

CREATE TABLE simulator.faults (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  mode text NOT NULL,
  operation text NOT NULL,
  kind text NOT NULL,
  ms int NOT NULL DEFAULT 0,
  remaining int NOT NULL,
  PRIMARY KEY (id)
);
GRANT INSERT, SELECT, UPDATE, DELETE ON simulator.faults TO payments_app;

CREATE TABLE simulator.payout_batches (
  id text NOT NULL,
  item_id text NOT NULL,
  sender_batch_id text NOT NULL,
  request_id text NOT NULL,
  receiver text NOT NULL,
  amount_minor bigint NOT NULL,
  currency text NOT NULL,
  script text NOT NULL,
  is_cancelled boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL,
  final_at timestamptz NOT NULL,
  PRIMARY KEY (id),
  UNIQUE (item_id),
  UNIQUE (sender_batch_id),
  CHECK (amount_minor > 0)
);
GRANT INSERT, SELECT, UPDATE, DELETE ON simulator.payout_batches TO payments_app;

CREATE TABLE simulator.transfers (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY (START WITH 510001),
  mode text NOT NULL,
  reference text NOT NULL,
  account_bank text NOT NULL,
  account_number text NOT NULL,
  beneficiary_name text NOT NULL,
  narration text NOT NULL,
  amount_minor bigint NOT NULL,
  fee_minor bigint NOT NULL,
  currency text NOT NULL,
  script text NOT NULL,
  is_taken boolean NOT NULL,
  created_at timestamptz NOT NULL,
  final_at timestamptz NOT NULL,
  PRIMARY KEY (id),
  UNIQUE (mode, reference),
  CHECK (mode IN ('live', 'test')),
  CHECK (amount_minor > 0),
  CHECK (fee_minor >= 0)
);
COMMENT ON COLUMN simulator.transfers.is_taken IS 'false: the first sending got no answer and was not carried out';
CREATE INDEX transfers_balance ON simulator.transfers (mode, currency);
GRANT INSERT, SELECT, UPDATE, DELETE ON simulator.transfers TO payments_app;

CREATE TABLE simulator.payout_events (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  transfer_id bigint,
  batch_id text,
  state text NOT NULL DEFAULT 'due',
  attempts int NOT NULL DEFAULT 0,
  due_at timestamptz NOT NULL,
  PRIMARY KEY (id),
  FOREIGN KEY (transfer_id) REFERENCES simulator.transfers(id),
  FOREIGN KEY (batch_id) REFERENCES simulator.payout_batches(id),
  CHECK (state IN ('due', 'sent', 'given-up')),
  CHECK ((transfer_id IS NULL) <> (batch_id IS NULL))
);
CREATE INDEX payout_events_due ON simulator.payout_events (due_at) WHERE (state = 'due');
GRANT INSERT, SELECT, UPDATE, DELETE ON simulator.payout_events TO payments_app;

CREATE TABLE simulator.refunds (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY (START WITH 5001),
  charge_id bigint NOT NULL,
  reference text NOT NULL,
  amount_minor bigint NOT NULL,
  created_at timestamptz NOT NULL,
  done_at timestamptz,
  PRIMARY KEY (id),
  UNIQUE (charge_id, reference),
  FOREIGN KEY (charge_id) REFERENCES simulator.charges(id),
  CHECK (amount_minor > 0)
);
COMMENT ON COLUMN simulator.refunds.done_at IS 'pending until then';
GRANT INSERT, SELECT, UPDATE, DELETE ON simulator.refunds TO payments_app;

CREATE TABLE simulator.signing_keys (
  name text NOT NULL,
  private_key text NOT NULL,
  PRIMARY KEY (name)
);
COMMENT ON TABLE simulator.signing_keys IS 'keys of the simulated company: nothing real is signed with them';
GRANT INSERT, SELECT, UPDATE, DELETE ON simulator.signing_keys TO payments_app;

CREATE TABLE simulator.wallet_orders (
  id text NOT NULL,
  mode text NOT NULL,
  reference text NOT NULL,
  status text NOT NULL DEFAULT 'created',
  amount_minor bigint NOT NULL,
  currency text NOT NULL,
  description text NOT NULL,
  return_url text NOT NULL,
  page_token text NOT NULL,
  page_hash bytea NOT NULL,
  capture_id text,
  captured_minor bigint,
  refunded_minor bigint NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (id),
  UNIQUE (page_hash),
  UNIQUE (capture_id),
  UNIQUE (mode, reference),
  CHECK (mode IN ('live', 'test')),
  CHECK (status IN ('created', 'approved', 'completed', 'declined', 'cancelled')),
  CHECK (amount_minor > 0),
  CHECK (captured_minor >= 0),
  CHECK (refunded_minor >= 0 AND refunded_minor <= COALESCE(captured_minor, 0::bigint)),
  CONSTRAINT wallet_orders_check1 CHECK ((status = 'completed') = (capture_id IS NOT NULL))
);
GRANT INSERT, SELECT, UPDATE, DELETE ON simulator.wallet_orders TO payments_app;

CREATE TABLE simulator.wallet_events (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  order_id text NOT NULL,
  mode text NOT NULL,
  type text NOT NULL,
  state text NOT NULL DEFAULT 'due',
  attempts int NOT NULL DEFAULT 0,
  due_at timestamptz NOT NULL,
  PRIMARY KEY (id),
  FOREIGN KEY (order_id) REFERENCES simulator.wallet_orders(id),
  CHECK (state IN ('due', 'sent', 'given-up'))
);
CREATE INDEX wallet_events_due ON simulator.wallet_events (due_at) WHERE (state = 'due');
GRANT INSERT, SELECT, UPDATE, DELETE ON simulator.wallet_events TO payments_app;

CREATE TABLE simulator.wallet_refunds (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY (START WITH 7001),
  order_id text NOT NULL,
  reference text NOT NULL,
  amount_minor bigint NOT NULL,
  PRIMARY KEY (id),
  UNIQUE (order_id, reference),
  FOREIGN KEY (order_id) REFERENCES simulator.wallet_orders(id),
  CHECK (amount_minor > 0)
);
GRANT INSERT, SELECT, UPDATE, DELETE ON simulator.wallet_refunds TO payments_app;
