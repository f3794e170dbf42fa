CREATE SEQUENCE ledger.service_leg_seq CACHE 64;

CREATE TABLE book_faults (
  id uuid NOT NULL,
  check_name text NOT NULL,
  subject text NOT NULL,
  detail text NOT NULL,
  journal_id uuid,
  accounts uuid[] NOT NULL,
  found_at timestamptz NOT NULL,
  cleared_at timestamptz,
  PRIMARY KEY (id)
);
COMMENT ON COLUMN book_faults.accounts IS 'all accounts of the customers'' wallets that were frozen for it';
CREATE UNIQUE INDEX book_faults_open ON book_faults (check_name, subject) WHERE (cleared_at IS NULL);
REVOKE DELETE ON book_faults FROM payments_app;

CREATE TABLE book_proof_walks (
  walk text NOT NULL,
  place jsonb NOT NULL,
  PRIMARY KEY (walk)
);
COMMENT ON TABLE book_proof_walks IS 'where the next step of each walk through the books begins';

CREATE TABLE ledger.accounts (
  id uuid NOT NULL,
  owner_id uuid,
  code text NOT NULL,
  currency character(3) NOT NULL,
  mode text NOT NULL DEFAULT 'live',
  created_at timestamptz NOT NULL,
  PRIMARY KEY (id),
  UNIQUE NULLS NOT DISTINCT (owner_id, code, currency),
  CHECK (mode = 'live')
);
COMMENT ON COLUMN ledger.accounts.owner_id IS 'null: an account of the service itself';
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON ledger.accounts FOR EACH ROW EXECUTE FUNCTION ledger.refuse_change();
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON ledger.accounts FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();
GRANT SELECT ON ledger.accounts TO payments_app;

CREATE TABLE ledger.audit_seals (
  "position" bigint NOT NULL,
  entry_id uuid NOT NULL,
  xid xid8 NOT NULL,
  previous_hash bytea NOT NULL,
  hash bytea NOT NULL,
  PRIMARY KEY ("position"),
  UNIQUE (entry_id)
);
COMMENT ON TABLE ledger.audit_seals IS 'Hash chain over audit_log in seal order: hash = sha256(previous_hash || digest of the entry)';
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON ledger.audit_seals FOR EACH ROW EXECUTE FUNCTION ledger.refuse_change();
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON ledger.audit_seals FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();
GRANT SELECT ON ledger.audit_seals TO payments_app;

CREATE TABLE ledger.balances (
  account_id uuid NOT NULL,
  currency character(3) NOT NULL,
  balance_minor bigint NOT NULL DEFAULT 0,
  seq bigint NOT NULL DEFAULT 0,
  frozen boolean NOT NULL DEFAULT false,
  owner_frozen boolean NOT NULL DEFAULT false,
  owner_closed boolean NOT NULL DEFAULT false,
  PRIMARY KEY (account_id),
  CHECK (balance_minor >= 0)
) WITH (fillfactor=50);
COMMENT ON COLUMN ledger.balances.seq IS 'number of legs so far: the last key of the account in ledger.legs';
COMMENT ON COLUMN ledger.balances.owner_frozen IS 'the owner''s account is frozen: of available money only reversals, and what its owner gives up, are taken; locked money moves as agreed';
COMMENT ON COLUMN ledger.balances.owner_closed IS 'the owner has closed the account: it is credited with nothing but what reversals bring back';
CREATE TRIGGER no_delete BEFORE DELETE ON ledger.balances FOR EACH ROW EXECUTE FUNCTION ledger.refuse_change();
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON ledger.balances FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();
CREATE TRIGGER open_as_owner BEFORE INSERT ON ledger.balances FOR EACH ROW EXECUTE FUNCTION ledger.open_as_owner();
GRANT SELECT ON ledger.balances TO payments_app;

CREATE TABLE ledger.closes (
  day date NOT NULL,
  document text NOT NULL,
  signature text NOT NULL,
  key_id text NOT NULL,
  closed_at timestamptz NOT NULL,
  PRIMARY KEY (day)
);
COMMENT ON TABLE ledger.closes IS 'Each is kept in a file outside the database too, so that a cut tail shows';
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON ledger.closes FOR EACH ROW EXECUTE FUNCTION ledger.refuse_change();
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON ledger.closes FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();
GRANT SELECT ON ledger.closes TO payments_app;

CREATE TABLE ledger.counterparty_blocks (
  account_id uuid NOT NULL,
  counterparty_id uuid NOT NULL,
  block bigint NOT NULL,
  PRIMARY KEY (account_id, counterparty_id, block)
);
COMMENT ON TABLE ledger.counterparty_blocks IS 'which blocks have movements with a counterparty';
GRANT SELECT ON ledger.counterparty_blocks TO payments_app;

CREATE TABLE ledger.fold_walk (
  id boolean NOT NULL DEFAULT true,
  "position" bigint NOT NULL,
  PRIMARY KEY (id),
  CHECK (id)
);
COMMENT ON TABLE ledger.fold_walk IS 'the last seal whose accounts were folded';
INSERT INTO ledger.fold_walk (position) VALUES (0);
GRANT SELECT ON ledger.fold_walk TO payments_app;

CREATE TABLE ledger.folds (
  account_id uuid NOT NULL,
  folded_to bigint NOT NULL,
  window_from date NOT NULL,
  behind boolean NOT NULL,
  indexed_to bigint NOT NULL DEFAULT 0,
  is_unindexed boolean NOT NULL DEFAULT false,
  PRIMARY KEY (account_id)
) WITH (fillfactor=70);
COMMENT ON COLUMN ledger.folds.folded_to IS 'number of the last movement that the rollups contain';
COMMENT ON COLUMN ledger.folds.window_from IS 'first day that ledger.senders contains';
COMMENT ON COLUMN ledger.folds.behind IS 'the last fold left movements for the next one';
COMMENT ON COLUMN ledger.folds.indexed_to IS 'number of the last movement whose text is indexed';
COMMENT ON COLUMN ledger.folds.is_unindexed IS 'enough movements wait to be indexed';
CREATE INDEX folds_behind ON ledger.folds (account_id) WHERE behind;
CREATE INDEX folds_window ON ledger.folds (window_from, account_id);
CREATE INDEX folds_unindexed ON ledger.folds (account_id) WHERE is_unindexed;
GRANT SELECT ON ledger.folds TO payments_app;

CREATE TABLE ledger.journals (
  id uuid NOT NULL,
  xid xid8 NOT NULL DEFAULT pg_current_xact_id(),
  type text NOT NULL,
  event_id uuid NOT NULL,
  currency character(3) NOT NULL,
  amount_minor bigint NOT NULL,
  fee_minor bigint NOT NULL,
  reference text,
  description text,
  related_type text NOT NULL,
  related_id text NOT NULL,
  metadata jsonb,
  accounts uuid[] NOT NULL,
  amounts bigint[] NOT NULL,
  seqs bigint[] NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (id),
  CHECK (amount_minor > 0),
  CHECK (fee_minor >= 0),
  CHECK (cardinality(accounts) >= 2),
  CHECK (cardinality(amounts) = cardinality(accounts)),
  CONSTRAINT journals_check1 CHECK (cardinality(seqs) = cardinality(accounts))
) PARTITION BY HASH (id);
COMMENT ON TABLE ledger.journals IS 'Append-only. Names its legs by (account, seq), so that a missing leg shows.';
CREATE INDEX journals_seal_order ON ledger.journals (xid, id);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON ledger.journals FOR EACH ROW EXECUTE FUNCTION ledger.refuse_change();
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON ledger.journals FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();
GRANT SELECT ON ledger.journals TO payments_app;
DO $$ BEGIN
  FOR i IN 0..7 LOOP
    EXECUTE format('CREATE TABLE ledger.journals_%s PARTITION OF ledger.journals FOR VALUES WITH (MODULUS 8, REMAINDER %s)', i, i);
    EXECUTE format('CREATE TRIGGER no_truncate BEFORE TRUNCATE ON ledger.journals_%s FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change()', i);
    EXECUTE format('GRANT SELECT ON ledger.journals_%s TO payments_app', i);
  END LOOP;
END $$;

CREATE TABLE ledger.legs (
  account_id uuid NOT NULL,
  seq bigint NOT NULL,
  journal_id uuid NOT NULL,
  type text NOT NULL,
  amount_minor bigint NOT NULL,
  balance_after_minor bigint,
  counterparty_id uuid,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (account_id, seq),
  CHECK (amount_minor <> 0),
  CHECK (balance_after_minor >= 0)
) PARTITION BY HASH (account_id);
COMMENT ON COLUMN ledger.legs.balance_after_minor IS 'null on accounts of the service: their legs are insert-only and lock nothing';
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON ledger.legs FOR EACH ROW EXECUTE FUNCTION ledger.refuse_change();
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON ledger.legs FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();
GRANT SELECT ON ledger.legs TO payments_app;
DO $$ BEGIN
  FOR i IN 0..15 LOOP
    EXECUTE format('CREATE TABLE ledger.legs_%s PARTITION OF ledger.legs FOR VALUES WITH (MODULUS 16, REMAINDER %s)', i, i);
    EXECUTE format('CREATE TRIGGER no_truncate BEFORE TRUNCATE ON ledger.legs_%s FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change()', i);
    EXECUTE format('GRANT SELECT ON ledger.legs_%s TO payments_app', i);
  END LOOP;
END $$;

CREATE TABLE ledger.movement_blocks (
  account_id uuid NOT NULL,
  block bigint NOT NULL,
  type text NOT NULL,
  count bigint NOT NULL,
  first_at timestamptz NOT NULL,
  last_at timestamptz NOT NULL,
  places bit(256) NOT NULL,
  PRIMARY KEY (account_id, block, type)
) WITH (fillfactor=70);
COMMENT ON TABLE ledger.movement_blocks IS 'how many movements of each type the numbers 256 * block + 1 to 256 * (block + 1) have';
COMMENT ON COLUMN ledger.movement_blocks.places IS 'which of the 256 numbers have the type';
CREATE INDEX movement_blocks_type ON ledger.movement_blocks (account_id, type, block);
GRANT SELECT ON ledger.movement_blocks TO payments_app;

CREATE TABLE ledger.movement_days (
  account_id uuid NOT NULL,
  day date NOT NULL,
  kind text NOT NULL,
  credit boolean NOT NULL,
  count bigint NOT NULL,
  amount_minor numeric NOT NULL,
  first_seq bigint NOT NULL,
  last_seq bigint NOT NULL,
  PRIMARY KEY (account_id, day, kind, credit)
) WITH (fillfactor=70);
COMMENT ON COLUMN ledger.movement_days.day IS 'in UTC';
GRANT SELECT ON ledger.movement_days TO payments_app;

CREATE TABLE ledger.movement_hours (
  account_id uuid NOT NULL,
  hour timestamptz NOT NULL,
  kind text NOT NULL,
  credit boolean NOT NULL,
  count bigint NOT NULL,
  amount_minor numeric NOT NULL,
  first_seq bigint NOT NULL,
  last_seq bigint NOT NULL,
  PRIMARY KEY (account_id, hour, kind, credit)
) WITH (fillfactor=70);
COMMENT ON COLUMN ledger.movement_hours.kind IS 'type of the movements; of reversals: reversal of <type>';
GRANT SELECT ON ledger.movement_hours TO payments_app;

CREATE TABLE ledger.movement_superblocks (
  account_id uuid NOT NULL,
  superblock bigint NOT NULL,
  type text NOT NULL,
  count bigint NOT NULL,
  first_at timestamptz NOT NULL,
  last_at timestamptz NOT NULL,
  PRIMARY KEY (account_id, superblock, type)
);
COMMENT ON TABLE ledger.movement_superblocks IS 'sums of 256 blocks each, once they are complete';
GRANT SELECT ON ledger.movement_superblocks TO payments_app;

CREATE TABLE ledger.once (
  key text NOT NULL,
  journal_id uuid NOT NULL,
  PRIMARY KEY (key)
);
COMMENT ON TABLE ledger.once IS 'Natural keys of postings that may happen one time only, e.g. one credit per gateway transaction';
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON ledger.once FOR EACH ROW EXECUTE FUNCTION ledger.refuse_change();
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON ledger.once FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();
GRANT SELECT ON ledger.once TO payments_app;

CREATE TABLE ledger.outgoing_days (
  owner_id uuid NOT NULL,
  day date NOT NULL,
  used_minor bigint NOT NULL,
  PRIMARY KEY (owner_id, day),
  CHECK (used_minor >= 0)
) WITH (fillfactor=50);
COMMENT ON TABLE ledger.outgoing_days IS 'Outgoing money of an owner by UTC day, in US cents, without what has failed';
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON ledger.outgoing_days FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();
GRANT SELECT ON ledger.outgoing_days TO payments_app;

CREATE TABLE ledger.seals (
  "position" bigint NOT NULL,
  journal_id uuid NOT NULL,
  xid xid8 NOT NULL,
  hash bytea NOT NULL,
  PRIMARY KEY ("position"),
  UNIQUE (journal_id)
);
COMMENT ON TABLE ledger.seals IS 'Hash chain over the journals in seal order: hash = sha256(previous hash || digest of the journal)';
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON ledger.seals FOR EACH ROW EXECUTE FUNCTION ledger.refuse_change();
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON ledger.seals FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();
GRANT SELECT ON ledger.seals TO payments_app;

CREATE TABLE ledger.search_blocks (
  account_id uuid NOT NULL,
  block bigint NOT NULL,
  shelf bigint NOT NULL,
  texts text NOT NULL,
  PRIMARY KEY (account_id, block)
);
COMMENT ON TABLE ledger.search_blocks IS 'texts of the numbers 32 * block + 1 to 32 * (block + 1), a line each';
COMMENT ON COLUMN ledger.search_blocks.shelf IS 'hash of the account and of 8,192 blocks';
CREATE INDEX search_blocks_texts ON ledger.search_blocks USING gin (shelf, show_trgm(texts) COLLATE "C");
GRANT SELECT ON ledger.search_blocks TO payments_app;

CREATE TABLE ledger.sender_days (
  account_id uuid NOT NULL,
  day date NOT NULL,
  sender_id uuid NOT NULL,
  count bigint NOT NULL,
  amount_minor numeric NOT NULL,
  PRIMARY KEY (account_id, day, sender_id)
) WITH (fillfactor=70);
GRANT SELECT ON ledger.sender_days TO payments_app;

CREATE TABLE ledger.senders (
  account_id uuid NOT NULL,
  sender_id uuid NOT NULL,
  count bigint NOT NULL,
  amount_minor numeric NOT NULL,
  PRIMARY KEY (account_id, sender_id)
);
COMMENT ON TABLE ledger.senders IS 'what each person sent to the account since folds.window_from';
CREATE INDEX senders_top ON ledger.senders (account_id, amount_minor DESC, sender_id);
GRANT SELECT ON ledger.senders TO payments_app;

CREATE TABLE ledger.service_balances (
  account_id uuid NOT NULL,
  balance_minor bigint NOT NULL,
  PRIMARY KEY (account_id)
);
COMMENT ON TABLE ledger.service_balances IS 'Balances of the service''s own accounts as of the last seal';
CREATE TRIGGER no_delete BEFORE DELETE ON ledger.service_balances FOR EACH ROW EXECUTE FUNCTION ledger.refuse_change();
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON ledger.service_balances FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();
GRANT SELECT ON ledger.service_balances TO payments_app;

CREATE TABLE ledger_verifications (
  id uuid NOT NULL,
  requested_by uuid NOT NULL,
  requested_at timestamptz NOT NULL,
  started_at timestamptz,
  finished_at timestamptz,
  attempts int NOT NULL DEFAULT 0,
  report jsonb,
  error text,
  PRIMARY KEY (id),
  CONSTRAINT ledger_verifications_outcome CHECK ((finished_at IS NOT NULL) = (report IS NOT NULL OR error IS NOT NULL))
);
COMMENT ON COLUMN ledger_verifications.started_at IS 'of the last attempt; null: none has begun';
CREATE UNIQUE INDEX ledger_verifications_open ON ledger_verifications ((true)) WHERE (finished_at IS NULL);
CREATE INDEX ledger_verifications_requested ON ledger_verifications (requested_at);

CREATE FUNCTION ledger.audit_digest(e audit_log)
 RETURNS bytea
 LANGUAGE sql
 IMMUTABLE
AS $$
  SELECT sha256(convert_to(jsonb_build_array(
    e.id, e.staff_id, e.action, e.subject, e.before, e.after, e.reason, e.address, e.request_id,
    extract(epoch FROM e.created_at)
  )::text, 'UTF8'))
$$;
REVOKE ALL ON FUNCTION ledger.audit_digest(e audit_log) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION ledger.audit_digest(e audit_log) TO payments_app;

CREATE FUNCTION ledger.journal_digest(j ledger.journals)
 RETURNS bytea
 LANGUAGE sql
 IMMUTABLE
AS $$
  SELECT sha256(convert_to(jsonb_build_array(
    j.id, j.type, j.event_id, j.currency, j.amount_minor, j.fee_minor, j.reference, j.description, j.related_type,
    j.related_id, j.metadata, j.accounts, j.amounts, j.seqs, extract(epoch FROM j.created_at)
  )::text, 'UTF8'))
$$;
REVOKE ALL ON FUNCTION ledger.journal_digest(j ledger.journals) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION ledger.journal_digest(j ledger.journals) TO payments_app;
