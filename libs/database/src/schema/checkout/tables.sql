CREATE TABLE checkout_attempts (
  id uuid NOT NULL,
  checkout_session_id uuid NOT NULL,
  owner_id uuid NOT NULL,
  mode text NOT NULL,
  reference text NOT NULL,
  request_key text,
  status text NOT NULL,
  charge_minor bigint NOT NULL,
  charge_currency text NOT NULL,
  gw_ref text,
  auth_mode text,
  redirect_url text,
  gateway text NOT NULL,
  gateway_transaction_id text,
  received_minor bigint,
  received_currency text,
  unapplied_reason text,
  failure text,
  tries smallint NOT NULL,
  questions smallint NOT NULL,
  ask_at timestamptz,
  refund_at timestamptz,
  created_at timestamptz NOT NULL,
  ended_at timestamptz,
  version int NOT NULL,
  payer_id uuid,
  method text NOT NULL DEFAULT 'card',
  instructions jsonb,
  expires_at timestamptz,
  watch_at timestamptz,
  refunds_unheard smallint NOT NULL DEFAULT 0,
  refund_minor bigint,
  refund_id text,
  charge_rate numeric,
  buyer_email text,
  buyer_proof uuid,
  earlier_gw_refs text[] NOT NULL DEFAULT '{}'::text[],
  consent_terms text,
  consent_address text,
  PRIMARY KEY (id),
  CONSTRAINT checkout_attempts_reference UNIQUE (reference),
  CONSTRAINT checkout_attempts_transaction UNIQUE (mode, gateway, gateway_transaction_id),
  CHECK (mode IN ('live', 'test')),
  CHECK (charge_minor > 0),
  CHECK (charge_currency IN ('NGN', 'USD', 'GBP', 'EUR', 'GHS', 'KES', 'ZAR', 'CAD')),
  CHECK (auth_mode IN ('pin', 'otp', 'redirect')),
  CONSTRAINT checkout_attempts_asked CHECK ((ask_at IS NOT NULL) = (status IN ('calling', 'waiting'))),
  CONSTRAINT checkout_attempts_refund CHECK (refund_at IS NULL OR status = 'unapplied'),
  CHECK (status IN ('calling', 'waiting', 'succeeded', 'failed', 'abandoned', 'unapplied', 'refunded', 'applied')),
  CHECK (method IN ('card', 'bank_transfer', 'ussd', 'wallet', 'mobile_money', 'extwallet')),
  CHECK (refund_minor > 0),
  CHECK (unapplied_reason IN ('expired', 'already-paid', 'amount-mismatch', 'escrow-returned', 'not-due', 'payee-closed'))
);
COMMENT ON COLUMN checkout_attempts.reference IS 'tx_ref at the gateway';
COMMENT ON COLUMN checkout_attempts.request_key IS 'payer and idempotency key of the request that began it';
COMMENT ON COLUMN checkout_attempts.tries IS 'codes (PIN, OTP) the buyer has sent';
COMMENT ON COLUMN checkout_attempts.questions IS 'times the gateway was asked without a final answer';
COMMENT ON COLUMN checkout_attempts.ask_at IS 'when to ask the gateway what became of it';
COMMENT ON COLUMN checkout_attempts.refund_at IS 'when to send the money back; null: not to be sent by itself';
COMMENT ON COLUMN checkout_attempts.payer_id IS 'the account that paid, where it paid from its wallet';
COMMENT ON COLUMN checkout_attempts.instructions IS 'what the buyer has to do: an account number, a code to dial, a prompt on a phone';
COMMENT ON COLUMN checkout_attempts.expires_at IS 'until when the instructions hold; money that comes later is still found';
COMMENT ON COLUMN checkout_attempts.watch_at IS 'when to look again for money on an account number whose attempt has ended';
COMMENT ON COLUMN checkout_attempts.refunds_unheard IS 'requests to send the money back of which nobody knows what became';
COMMENT ON COLUMN checkout_attempts.refund_minor IS 'what is to go back of the money received; null: all of it';
COMMENT ON COLUMN checkout_attempts.refund_id IS 'the company''s name for the refund: taken while the status is unapplied, else carried out';
COMMENT ON COLUMN checkout_attempts.charge_rate IS 'units of charge_currency for one of the session''s, as shown; null where nothing was converted';
COMMENT ON COLUMN checkout_attempts.buyer_email IS 'confirmed by a guest who pays into escrow';
COMMENT ON COLUMN checkout_attempts.buyer_proof IS 'the confirmation that the browser of that guest holds';
COMMENT ON COLUMN checkout_attempts.consent_terms IS 'the text by which the buyer agreed to further charges; null: to none';
COMMENT ON COLUMN checkout_attempts.consent_address IS 'of the client that agreed; null: the server of the merchant';
CREATE INDEX checkout_attempts_session ON checkout_attempts (checkout_session_id, created_at);
CREATE UNIQUE INDEX checkout_attempts_one_payment ON checkout_attempts (checkout_session_id) WHERE (status = 'succeeded');
CREATE INDEX checkout_attempts_ask ON checkout_attempts (ask_at) WHERE (ask_at IS NOT NULL);
CREATE INDEX checkout_attempts_refund_due ON checkout_attempts (refund_at) WHERE (refund_at IS NOT NULL);
CREATE INDEX checkout_attempts_unapplied ON checkout_attempts (ended_at) WHERE (status = 'unapplied');
CREATE INDEX checkout_attempts_declined ON checkout_attempts (owner_id, ended_at) WHERE (status = 'failed');
CREATE INDEX checkout_attempts_watch ON checkout_attempts (watch_at) WHERE (watch_at IS NOT NULL);
CREATE INDEX checkout_attempts_waiting ON checkout_attempts (expires_at) WHERE ((status = 'waiting') AND (expires_at IS NOT NULL));
CREATE UNIQUE INDEX checkout_attempts_refund_id ON checkout_attempts (mode, gateway, refund_id) WHERE (refund_id IS NOT NULL);
CREATE TRIGGER checkout_attempts_terminal BEFORE UPDATE ON checkout_attempts FOR EACH ROW WHEN ((old.status IN ('succeeded', 'refunded', 'applied')) AND new.status <> old.status AND NOT (old.status = 'succeeded' AND new.status = 'unapplied' AND new.unapplied_reason = 'escrow-returned')) EXECUTE FUNCTION checkout_keep_terminal();

CREATE TABLE checkout_sessions (
  id uuid NOT NULL,
  session_id text NOT NULL,
  token_hash bytea NOT NULL,
  owner_id uuid NOT NULL,
  app_id uuid,
  mode text NOT NULL,
  purpose text NOT NULL,
  amount_minor bigint NOT NULL,
  currency text NOT NULL,
  order_ref text,
  description text,
  customer_email text,
  customer_name text,
  metadata jsonb NOT NULL,
  payment_methods text[] NOT NULL,
  success_url text,
  cancel_url text,
  escrow boolean NOT NULL,
  escrow_condition text,
  escrow_deadline_days smallint,
  status text NOT NULL,
  attempt_id uuid,
  gateway text,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  paid_at timestamptz,
  version int NOT NULL,
  number bigint NOT NULL,
  opened_through text NOT NULL DEFAULT 'A',
  fee_minor bigint NOT NULL DEFAULT 0,
  payment_method text,
  origin_id uuid,
  PRIMARY KEY (id),
  CONSTRAINT checkout_sessions_session_id UNIQUE (session_id),
  CONSTRAINT checkout_sessions_token_hash UNIQUE (token_hash),
  CONSTRAINT checkout_sessions_number UNIQUE (number),
  CHECK (mode IN ('live', 'test')),
  CHECK (amount_minor > 0),
  CHECK (currency IN ('NGN', 'USD', 'GBP', 'EUR', 'GHS', 'KES', 'ZAR', 'CAD')),
  CHECK (cardinality(payment_methods) > 0),
  CHECK (status IN ('pending', 'processing', 'completed', 'expired')),
  CONSTRAINT checkout_sessions_prefix CHECK (session_id ~~ (('cs\_' || mode) || '\_%')),
  CONSTRAINT checkout_sessions_attempt CHECK ((status IN ('processing', 'completed')) = (attempt_id IS NOT NULL)),
  CONSTRAINT checkout_sessions_paid CHECK ((status = 'completed') = (paid_at IS NOT NULL)),
  CHECK (opened_through IN ('A', 'B', 'public')),
  CHECK (fee_minor >= 0),
  CONSTRAINT checkout_sessions_fee CHECK (escrow = (fee_minor > 0)),
  CHECK (purpose IN ('payment', 'deposit', 'invoice', 'link', 'subscription')),
  CONSTRAINT checkout_sessions_app CHECK (
CASE purpose
    WHEN 'payment' THEN app_id IS NOT NULL
    WHEN 'deposit' THEN app_id IS NULL
    ELSE true
END),
  CONSTRAINT checkout_sessions_origin CHECK ((origin_id IS NULL) = (purpose IN ('payment', 'deposit')))
);
COMMENT ON COLUMN checkout_sessions.token_hash IS 'SHA-256 of the token in checkout_url; the token itself is derived, never stored';
COMMENT ON COLUMN checkout_sessions.purpose IS 'what it was opened for; payment: by the API';
COMMENT ON COLUMN checkout_sessions.attempt_id IS 'the attempt in flight, or the one that paid';
COMMENT ON COLUMN checkout_sessions.number IS 'its name in Variant B: random, so that it tells nothing of the number of sessions';
COMMENT ON COLUMN checkout_sessions.opened_through IS 'the interface it was made with; public: by a public key, from a browser';
COMMENT ON COLUMN checkout_sessions.fee_minor IS 'escrow fee, paid by the buyer on top of the amount';
COMMENT ON COLUMN checkout_sessions.origin_id IS 'the invoice, payment link or subscription that it was opened for';
CREATE INDEX checkout_sessions_listed ON checkout_sessions (owner_id, mode, created_at DESC, id DESC);
CREATE INDEX checkout_sessions_order_ref ON checkout_sessions (owner_id, order_ref) WHERE (order_ref IS NOT NULL);
CREATE INDEX checkout_sessions_due ON checkout_sessions (expires_at) WHERE (status = 'pending');
CREATE INDEX checkout_sessions_origin_id ON checkout_sessions (origin_id, created_at) WHERE (origin_id IS NOT NULL);
CREATE INDEX checkout_sessions_test_expiries ON checkout_sessions (app_id, expires_at) WHERE ((mode = 'test') AND (status IN ('pending', 'processing')));
CREATE TRIGGER checkout_sessions_terminal BEFORE UPDATE ON checkout_sessions FOR EACH ROW WHEN ((old.status IN ('completed', 'expired')) AND new.status <> old.status) EXECUTE FUNCTION checkout_keep_terminal();

CREATE TABLE checkout_buyer_codes (
  checkout_session_id uuid NOT NULL,
  email text NOT NULL,
  id uuid NOT NULL,
  tries smallint NOT NULL DEFAULT 0,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (checkout_session_id, email),
  UNIQUE (id),
  FOREIGN KEY (checkout_session_id) REFERENCES checkout_sessions(id) ON DELETE CASCADE
);
CREATE INDEX checkout_buyer_codes_age ON checkout_buyer_codes (expires_at);

CREATE TABLE checkout_buyer_counts (
  key text NOT NULL,
  hits int NOT NULL,
  resets_at timestamptz NOT NULL,
  PRIMARY KEY (key)
);
COMMENT ON TABLE checkout_buyer_counts IS 'codes sent and tried, by session, e-mail address and client address';
CREATE INDEX checkout_buyer_counts_age ON checkout_buyer_counts (resets_at);

CREATE TABLE phone_prompts (
  attempt_id uuid NOT NULL,
  number text NOT NULL,
  network text NOT NULL,
  site text NOT NULL,
  scope text NOT NULL,
  sent_at timestamptz NOT NULL,
  PRIMARY KEY (attempt_id)
);
COMMENT ON COLUMN phone_prompts.number IS 'HMAC of the phone number';
COMMENT ON COLUMN phone_prompts.network IS 'of the client, an IPv4 address or a /64; empty: the client is a server';
COMMENT ON COLUMN phone_prompts.site IS 'the /48 of an IPv6 client';
COMMENT ON COLUMN phone_prompts.scope IS 'the public key, or the account whose pages or deposits are paid; empty: opened by a secret key';
CREATE INDEX phone_prompts_number ON phone_prompts (number, sent_at);
CREATE INDEX phone_prompts_network ON phone_prompts (network, sent_at) WHERE (network <> '');
CREATE INDEX phone_prompts_site ON phone_prompts (site, sent_at) WHERE (site <> '');
CREATE INDEX phone_prompts_scope ON phone_prompts (scope, sent_at) WHERE (scope <> '');
CREATE INDEX phone_prompts_age ON phone_prompts (sent_at);
