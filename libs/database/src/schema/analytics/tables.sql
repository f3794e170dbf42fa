CREATE TABLE reports.payers (
  owner_id uuid NOT NULL,
  payer text NOT NULL,
  currency text NOT NULL,
  first_at timestamptz NOT NULL,
  PRIMARY KEY (owner_id, payer)
);
COMMENT ON COLUMN reports.payers.payer IS 'an account, or a keyed hash of an e-mail address';
COMMENT ON COLUMN reports.payers.currency IS 'of the first payment';
CREATE INDEX payers_first ON reports.payers (owner_id, currency, first_at);
GRANT INSERT, SELECT, UPDATE ON reports.payers TO payments_app;

CREATE TABLE reports.payment_hours (
  owner_id uuid NOT NULL,
  currency text NOT NULL,
  hour timestamptz NOT NULL,
  completed bigint NOT NULL,
  failed bigint NOT NULL,
  amount_minor numeric NOT NULL,
  PRIMARY KEY (owner_id, currency, hour)
) WITH (fillfactor=70);
COMMENT ON COLUMN reports.payment_hours.amount_minor IS 'of completed payments';
GRANT INSERT, SELECT, UPDATE ON reports.payment_hours TO payments_app;

CREATE TABLE reports.payments (
  owner_id uuid NOT NULL,
  currency text NOT NULL,
  at timestamptz NOT NULL,
  event_id uuid NOT NULL,
  completed boolean NOT NULL,
  amount_minor bigint NOT NULL,
  PRIMARY KEY (owner_id, currency, at, event_id)
);
COMMENT ON TABLE reports.payments IS 'live payments that were completed or failed, for parts of hours';
GRANT INSERT, SELECT, UPDATE ON reports.payments TO payments_app;
