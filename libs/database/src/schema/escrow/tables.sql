CREATE TABLE escrows (
  id uuid NOT NULL,
  mode text NOT NULL,
  status text NOT NULL,
  token_hash bytea NOT NULL,
  initiator_id uuid,
  initiator_email text,
  initiator_name text,
  beneficiary_id uuid NOT NULL,
  amount_minor bigint NOT NULL,
  fee_minor bigint NOT NULL,
  currency text NOT NULL,
  hold_account_id uuid,
  held_minor bigint NOT NULL,
  description text,
  condition text,
  deadline_at timestamptz,
  checkout_session_id text,
  created_at timestamptz NOT NULL,
  funded_at timestamptz NOT NULL,
  released_at timestamptz,
  refunded_at timestamptz,
  version int NOT NULL,
  paid_minor bigint NOT NULL,
  paid_currency text NOT NULL,
  paid_through text NOT NULL,
  payer_account_id uuid,
  overdue_at timestamptz,
  app_id uuid,
  PRIMARY KEY (id),
  CONSTRAINT escrows_token_hash UNIQUE (token_hash),
  CONSTRAINT escrows_checkout_session UNIQUE (checkout_session_id),
  CHECK (mode IN ('live', 'test')),
  CHECK (status IN ('funded', 'disputed', 'released', 'refunded', 'resolved_split')),
  CHECK (amount_minor > 0),
  CHECK (fee_minor >= 0),
  CHECK (currency IN ('NGN', 'USD', 'GBP', 'EUR', 'GHS', 'KES', 'ZAR', 'CAD')),
  CHECK (held_minor > 0),
  CONSTRAINT escrows_hold CHECK ((hold_account_id IS NOT NULL) = (mode = 'live')),
  CHECK (paid_minor > 0),
  CHECK (paid_through IN ('wallet', 'gateway')),
  CONSTRAINT escrows_payer CHECK ((payer_account_id IS NOT NULL) = (mode = 'live' AND paid_through = 'wallet')),
  CONSTRAINT escrows_parties CHECK (initiator_id <> beneficiary_id)
);
COMMENT ON COLUMN escrows.token_hash IS 'SHA-256 of the token in the portal''s address; the token itself is derived, never stored';
COMMENT ON COLUMN escrows.initiator_id IS 'null: a buyer without an account here, who has the portal alone';
COMMENT ON COLUMN escrows.hold_account_id IS 'the locked account that holds held_minor while the escrow is open; null in test mode';
COMMENT ON COLUMN escrows.paid_minor IS 'what the initiator paid, fee included, in the currency they paid in';
COMMENT ON COLUMN escrows.payer_account_id IS 'the wallet it came from; null where a gateway collected it';
COMMENT ON COLUMN escrows.overdue_at IS 'when the parties were told that the deadline had passed';
COMMENT ON COLUMN escrows.app_id IS 'the app of the checkout session that paid it';
CREATE INDEX escrows_beneficiary ON escrows (beneficiary_id, mode, created_at DESC);
CREATE INDEX escrows_initiator ON escrows (initiator_id, mode, created_at DESC) WHERE (initiator_id IS NOT NULL);
CREATE INDEX escrows_open_holds ON escrows (hold_account_id) WHERE (status IN ('funded', 'disputed'));
CREATE INDEX escrows_deadline ON escrows (deadline_at) WHERE ((status IN ('funded', 'disputed')) AND (overdue_at IS NULL) AND (deadline_at IS NOT NULL));
CREATE INDEX escrows_test_deadlines ON escrows (app_id, deadline_at) WHERE ((mode = 'test') AND (status IN ('funded', 'disputed')) AND (overdue_at IS NULL) AND (deadline_at IS NOT NULL));
CREATE TRIGGER escrows_terminal BEFORE UPDATE ON escrows FOR EACH ROW WHEN ((old.status IN ('released', 'refunded', 'resolved_split')) AND new.status <> old.status) EXECUTE FUNCTION escrow_keep_terminal();

CREATE TABLE escrow_disputes (
  id uuid NOT NULL,
  escrow_id uuid NOT NULL,
  mode text NOT NULL,
  status text NOT NULL,
  raised_by text NOT NULL,
  reason text NOT NULL,
  evidence text,
  response text,
  raised_at timestamptz NOT NULL,
  responded_at timestamptz,
  resolve_by timestamptz NOT NULL,
  resolution text,
  beneficiary_minor bigint,
  initiator_minor bigint,
  resolution_note text,
  resolved_at timestamptz,
  alerted_at timestamptz,
  version int NOT NULL,
  PRIMARY KEY (id),
  CONSTRAINT escrow_disputes_escrow UNIQUE (escrow_id),
  FOREIGN KEY (escrow_id) REFERENCES escrows(id),
  CHECK (mode IN ('live', 'test')),
  CHECK (status IN ('open', 'responded', 'resolved')),
  CHECK (raised_by IN ('initiator', 'beneficiary')),
  CHECK (resolution IN ('release', 'refund', 'split')),
  CHECK (beneficiary_minor >= 0),
  CHECK (initiator_minor >= 0),
  CONSTRAINT escrow_disputes_resolved CHECK ((status = 'resolved') = (resolution IS NOT NULL))
);
COMMENT ON TABLE escrow_disputes IS 'one per escrow: whatever a dispute comes to ends the escrow';
COMMENT ON COLUMN escrow_disputes.evidence IS 'an https address or text; shown, never fetched';
COMMENT ON COLUMN escrow_disputes.alerted_at IS 'when staff were told that it is past resolve_by';
CREATE INDEX escrow_disputes_open ON escrow_disputes (resolve_by) WHERE (status <> 'resolved');
CREATE TRIGGER escrow_disputes_terminal BEFORE UPDATE ON escrow_disputes FOR EACH ROW WHEN (old.status = 'resolved') EXECUTE FUNCTION escrow_keep_terminal();
