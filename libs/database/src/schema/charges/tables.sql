CREATE TABLE card_alerts (
  scope text NOT NULL,
  alerted_at timestamptz NOT NULL,
  PRIMARY KEY (scope)
);
COMMENT ON TABLE card_alerts IS 'when a merchant was last notified of many declined cards';

CREATE TABLE card_tries (
  reference text NOT NULL,
  subject_id uuid NOT NULL,
  scope text NOT NULL,
  address_scope text,
  tried_at timestamptz NOT NULL,
  state text NOT NULL,
  site_scope text,
  PRIMARY KEY (reference),
  CHECK (state IN ('calling', 'passed', 'declined'))
);
COMMENT ON COLUMN card_tries.reference IS 'of the charge at the gateway';
COMMENT ON COLUMN card_tries.subject_id IS 'the session or deposit that the card was to pay';
COMMENT ON COLUMN card_tries.scope IS 'whose declines count together: an app by kind of key, or the owner of a deposit';
COMMENT ON COLUMN card_tries.address_scope IS 'the same for one client address; null: the client is a server';
COMMENT ON COLUMN card_tries.site_scope IS 'as address_scope, for the /48 of an IPv6 address; null: there is none';
CREATE INDEX card_tries_subject ON card_tries (subject_id, tried_at);
CREATE INDEX card_tries_scope ON card_tries (scope, tried_at) WHERE (state <> 'passed');
CREATE INDEX card_tries_address ON card_tries (address_scope, tried_at) WHERE (state <> 'passed');
CREATE INDEX card_tries_age ON card_tries (tried_at);
CREATE INDEX card_tries_site ON card_tries (site_scope, tried_at) WHERE ((state <> 'passed') AND (site_scope IS NOT NULL));

CREATE UNLOGGED TABLE charge_questions (
  subject text NOT NULL,
  asked_at timestamptz NOT NULL,
  PRIMARY KEY (subject)
);
COMMENT ON TABLE charge_questions IS 'when the gateway was last asked for a client, by attempt or deposit';
CREATE INDEX charge_questions_age ON charge_questions (asked_at);

CREATE UNLOGGED TABLE waiting_cards (
  handle text NOT NULL,
  tx_ref text NOT NULL,
  sealed bytea,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (handle)
);
COMMENT ON COLUMN waiting_cards.sealed IS 'null: sent with a PIN before';
CREATE INDEX waiting_cards_charge ON waiting_cards (tx_ref);
CREATE INDEX waiting_cards_expiry ON waiting_cards (expires_at);
