CREATE TABLE deposits (
  id uuid NOT NULL,
  version int NOT NULL,
  tx_ref text NOT NULL,
  owner_id uuid NOT NULL,
  method text NOT NULL,
  currency character(3) NOT NULL,
  amount_minor bigint NOT NULL,
  redirect_url text,
  status text NOT NULL,
  attempts int NOT NULL,
  attempt_started_at timestamptz,
  request_key text,
  gw_ref text,
  auth_mode text,
  tries int NOT NULL,
  check_at timestamptz,
  failure_reason text,
  credited_transactions text[] NOT NULL,
  credited_currency character(3),
  credited_minor bigint,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  completed_at timestamptz,
  earlier_gw_refs text[] NOT NULL DEFAULT '{}'::text[],
  PRIMARY KEY (id),
  UNIQUE (tx_ref),
  CHECK (method IN ('gateway', 'checkout')),
  CHECK (amount_minor > 0),
  CHECK (status IN ('pending', 'processing', 'awaiting', 'failed', 'successful')),
  CHECK (attempts >= 0),
  CHECK (auth_mode IN ('pin', 'otp', 'redirect')),
  CHECK (tries >= 0 AND tries <= 5),
  CHECK (credited_minor > 0),
  CONSTRAINT deposits_open_while_charged CHECK ((status NOT IN ('processing', 'awaiting')) OR check_at IS NOT NULL),
  CONSTRAINT deposits_credited_once_successful CHECK ((status = 'successful') = (completed_at IS NOT NULL) AND (status = 'successful') = (credited_minor IS NOT NULL) AND (status = 'successful') = (credited_currency IS NOT NULL) AND (status = 'successful') = (cardinality(credited_transactions) > 0))
);
COMMENT ON COLUMN deposits.check_at IS 'when to ask the gateway what became of the current charge; null: its end is known';
COMMENT ON COLUMN deposits.credited_transactions IS 'ids at the gateway; ledger.once holds each to one credit';
COMMENT ON COLUMN deposits.earlier_gw_refs IS 'of earlier steps of the current charge';
CREATE INDEX deposits_owner ON deposits (owner_id, created_at);
CREATE INDEX deposits_request_key ON deposits (owner_id, request_key) WHERE (request_key IS NOT NULL);
CREATE INDEX deposits_gw_ref ON deposits (owner_id, gw_ref) WHERE (gw_ref IS NOT NULL);
CREATE INDEX deposits_due ON deposits (check_at) WHERE (check_at IS NOT NULL);
CREATE INDEX deposits_earlier_gw_refs ON deposits USING gin (earlier_gw_refs);
CREATE TRIGGER deposits_terminal BEFORE UPDATE ON deposits FOR EACH ROW WHEN (old.status = 'successful' AND (new.status IS DISTINCT FROM old.status OR new.credited_minor IS DISTINCT FROM old.credited_minor OR new.credited_currency IS DISTINCT FROM old.credited_currency)) EXECUTE FUNCTION deposits_stay_credited();

CREATE TABLE virtual_account_inflows (
  gateway text NOT NULL,
  gateway_transaction_id text NOT NULL,
  owner_id uuid NOT NULL,
  transaction_id uuid NOT NULL,
  amount_minor bigint NOT NULL,
  credited_at timestamptz NOT NULL,
  PRIMARY KEY (gateway, gateway_transaction_id),
  UNIQUE (transaction_id),
  CONSTRAINT virtual_account_inflows_positive CHECK (amount_minor > 0)
);
COMMENT ON COLUMN virtual_account_inflows.transaction_id IS 'the journal that credited it';
CREATE INDEX virtual_account_inflows_owner ON virtual_account_inflows (owner_id);
REVOKE UPDATE, DELETE ON virtual_account_inflows FROM payments_app;

CREATE TABLE virtual_accounts (
  owner_id uuid NOT NULL,
  tx_ref text NOT NULL,
  asked_at timestamptz NOT NULL,
  account_number text,
  bank_name text,
  account_name text,
  simulate_url text,
  opened_at timestamptz,
  check_at timestamptz NOT NULL,
  checked_at timestamptz,
  PRIMARY KEY (owner_id),
  UNIQUE (tx_ref),
  CONSTRAINT virtual_accounts_opened CHECK (num_nulls(account_number, bank_name, account_name, opened_at) IN (0, 4))
);
COMMENT ON COLUMN virtual_accounts.asked_at IS 'when the gateway was last asked for a number; none yet: its answer may be lost';
COMMENT ON COLUMN virtual_accounts.check_at IS 'when to ask the gateway for transfers whose events were lost';
COMMENT ON COLUMN virtual_accounts.checked_at IS 'when the gateway last listed the transfers; null: never';
CREATE INDEX virtual_accounts_due ON virtual_accounts (check_at);
REVOKE DELETE ON virtual_accounts FROM payments_app;
