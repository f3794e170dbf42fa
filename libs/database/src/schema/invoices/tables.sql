CREATE TABLE invoices (
  id uuid NOT NULL,
  owner_id uuid NOT NULL,
  mode text NOT NULL,
  number text NOT NULL,
  status text NOT NULL,
  client_name text NOT NULL,
  client_email text NOT NULL,
  currency text NOT NULL,
  items jsonb NOT NULL,
  discount_percent int NOT NULL,
  subtotal_minor bigint NOT NULL,
  discount_minor bigint NOT NULL,
  tax_minor bigint NOT NULL,
  total_minor bigint NOT NULL,
  paid_minor bigint NOT NULL,
  credited_minor bigint NOT NULL,
  overpaid_minor bigint NOT NULL,
  allow_partial boolean NOT NULL,
  due_date text,
  notes text,
  language text NOT NULL,
  reminders boolean NOT NULL,
  remind_at timestamptz,
  token_hash bytea NOT NULL,
  created_at timestamptz NOT NULL,
  sent_at timestamptz,
  paid_at timestamptz,
  voided_at timestamptz,
  version int NOT NULL,
  app_id uuid,
  PRIMARY KEY (id),
  CONSTRAINT invoices_token_hash UNIQUE (token_hash),
  CONSTRAINT invoices_number UNIQUE (owner_id, mode, number),
  CHECK (mode IN ('live', 'test')),
  CHECK (number ~ '^INV-[0-9]{4}-[0-9]{6,}$'),
  CHECK (status IN ('draft', 'sent', 'paid', 'overdue', 'void')),
  CHECK (currency IN ('NGN', 'USD', 'GBP', 'EUR', 'GHS', 'KES', 'ZAR', 'CAD')),
  CHECK (discount_percent >= 0 AND discount_percent <= 1000000),
  CHECK (subtotal_minor >= 0),
  CHECK (discount_minor >= 0 AND discount_minor <= subtotal_minor),
  CHECK (tax_minor >= 0),
  CONSTRAINT invoices_check1 CHECK (total_minor = (subtotal_minor - discount_minor + tax_minor)),
  CHECK (paid_minor >= 0),
  CHECK (credited_minor >= 0),
  CHECK (overpaid_minor >= 0),
  CHECK (due_date ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$'),
  CHECK (language IN ('en', 'fr')),
  CONSTRAINT invoices_settled CHECK ((paid_minor + credited_minor) <= total_minor),
  CONSTRAINT invoices_paid CHECK ((status = 'paid') = (paid_at IS NOT NULL)),
  CONSTRAINT invoices_void CHECK ((status = 'void') = (voided_at IS NOT NULL)),
  CONSTRAINT invoices_draft CHECK (status <> 'draft' OR paid_minor = 0 AND credited_minor = 0),
  CONSTRAINT invoices_space CHECK ((mode = 'test') = (app_id IS NOT NULL))
);
COMMENT ON COLUMN invoices.discount_percent IS 'in ten-thousandths of a percent';
COMMENT ON COLUMN invoices.overpaid_minor IS 'applied by staff beyond what was due';
COMMENT ON COLUMN invoices.due_date IS 'the last day (UTC) on which it is not overdue';
COMMENT ON COLUMN invoices.remind_at IS 'when the client is reminded next';
COMMENT ON COLUMN invoices.token_hash IS 'SHA-256 of the token in payment_url; the token itself is derived, never stored';
COMMENT ON COLUMN invoices.app_id IS 'the test app that made it; null in live mode';
CREATE INDEX invoices_listed ON invoices (owner_id, mode, created_at DESC, id DESC);
CREATE INDEX invoices_due ON invoices (due_date) WHERE ((status = 'sent') AND (due_date IS NOT NULL));
CREATE INDEX invoices_remind ON invoices (remind_at) WHERE (remind_at IS NOT NULL);
CREATE INDEX invoices_test_listed ON invoices (app_id, created_at DESC, id DESC) WHERE (mode = 'test');
CREATE INDEX invoices_test_due ON invoices (app_id, due_date) WHERE ((mode = 'test') AND (status = 'sent') AND (due_date IS NOT NULL));
CREATE INDEX invoices_test_remind ON invoices (app_id, remind_at) WHERE ((mode = 'test') AND (remind_at IS NOT NULL));
CREATE INDEX invoices_test_open ON invoices (app_id) WHERE ((mode = 'test') AND (status IN ('draft', 'sent', 'overdue')));
CREATE TRIGGER invoices_terminal BEFORE UPDATE ON invoices FOR EACH ROW WHEN ((old.status IN ('paid', 'void')) AND new.status <> old.status) EXECUTE FUNCTION checkout_keep_terminal();
REVOKE DELETE ON invoices FROM payments_app;

CREATE TABLE credit_notes (
  id uuid NOT NULL,
  owner_id uuid NOT NULL,
  mode text NOT NULL,
  number text NOT NULL,
  invoice_id uuid NOT NULL,
  amount_minor bigint NOT NULL,
  reason text NOT NULL,
  created_at timestamptz NOT NULL,
  version int NOT NULL,
  PRIMARY KEY (id),
  CONSTRAINT credit_notes_number UNIQUE (owner_id, mode, number),
  FOREIGN KEY (invoice_id) REFERENCES invoices(id),
  CHECK (mode IN ('live', 'test')),
  CHECK (number ~ '^CN-[0-9]{4}-[0-9]{6,}$'),
  CHECK (amount_minor > 0)
);
CREATE INDEX credit_notes_invoice ON credit_notes (invoice_id, created_at);
REVOKE UPDATE, DELETE ON credit_notes FROM payments_app;

CREATE TABLE invoice_mails (
  id uuid NOT NULL,
  owner_id uuid NOT NULL,
  invoice_id uuid NOT NULL,
  kind text NOT NULL,
  recipient text NOT NULL,
  created_at timestamptz NOT NULL,
  version int NOT NULL,
  stored_at timestamptz DEFAULT clock_timestamp(),
  PRIMARY KEY (id),
  FOREIGN KEY (invoice_id) REFERENCES invoices(id),
  CHECK (kind IN ('invoice', 'reminder'))
);
COMMENT ON COLUMN invoice_mails.stored_at IS 'real time; created_at is business time';
CREATE INDEX invoice_mails_owner ON invoice_mails (owner_id, created_at);
CREATE INDEX invoice_mails_invoice ON invoice_mails (invoice_id, created_at);
CREATE INDEX invoice_mails_mailbox ON invoice_mails (regexp_replace(recipient, '\+[^@]*@', '@'), created_at);
REVOKE UPDATE, DELETE ON invoice_mails FROM payments_app;

CREATE TABLE invoice_payments (
  id uuid NOT NULL,
  invoice_id uuid NOT NULL,
  session_id text NOT NULL,
  method text NOT NULL,
  amount_minor bigint NOT NULL,
  overpaid_minor bigint NOT NULL,
  booking_key text NOT NULL,
  paid_at timestamptz NOT NULL,
  version int NOT NULL,
  PRIMARY KEY (id),
  FOREIGN KEY (invoice_id) REFERENCES invoices(id),
  CHECK (amount_minor >= 0),
  CHECK (overpaid_minor >= 0),
  CHECK ((amount_minor + overpaid_minor) > 0)
);
COMMENT ON COLUMN invoice_payments.amount_minor IS 'what the invoice took of the payment';
COMMENT ON COLUMN invoice_payments.booking_key IS 'natural key of its journal in ledger.once; test mode has no journal';
CREATE INDEX invoice_payments_invoice ON invoice_payments (invoice_id, paid_at);
CREATE UNIQUE INDEX invoice_payments_booking ON invoice_payments (booking_key);
REVOKE UPDATE, DELETE ON invoice_payments FROM payments_app;

CREATE TABLE invoice_series (
  id uuid NOT NULL,
  owner_id uuid NOT NULL,
  mode text NOT NULL,
  kind text NOT NULL,
  year int NOT NULL,
  last int NOT NULL,
  version int NOT NULL,
  PRIMARY KEY (id),
  CONSTRAINT invoice_series_name UNIQUE (owner_id, mode, kind, year),
  CHECK (mode IN ('live', 'test')),
  CHECK (kind IN ('INV', 'CN')),
  CHECK (last > 0)
);
COMMENT ON COLUMN invoice_series.last IS 'the last number given; raised in the commit that uses it';
REVOKE DELETE ON invoice_series FROM payments_app;

CREATE TABLE mailed_invoice_files (
  invoice_mail_id uuid NOT NULL,
  sha256 bytea NOT NULL,
  drawn_at timestamptz NOT NULL,
  PRIMARY KEY (invoice_mail_id, sha256),
  FOREIGN KEY (invoice_mail_id) REFERENCES invoice_mails(id),
  CHECK (length(sha256) = 32)
);
COMMENT ON TABLE mailed_invoice_files IS 'recorded before a mail is sent; more than one row if it was tried again after the invoice had changed';
REVOKE UPDATE, DELETE ON mailed_invoice_files FROM payments_app;

CREATE TABLE payment_links (
  id uuid NOT NULL,
  owner_id uuid NOT NULL,
  mode text NOT NULL,
  code text NOT NULL,
  title text NOT NULL,
  description text,
  currency text NOT NULL,
  amount_minor bigint,
  min_minor bigint,
  max_minor bigint,
  success_url text,
  max_uses int,
  expires_at timestamptz,
  metadata jsonb NOT NULL,
  active boolean NOT NULL,
  created_at timestamptz NOT NULL,
  version int NOT NULL,
  app_id uuid,
  PRIMARY KEY (id),
  CONSTRAINT payment_links_code UNIQUE (code),
  CHECK (mode IN ('live', 'test')),
  CHECK (currency IN ('NGN', 'USD', 'GBP', 'EUR', 'GHS', 'KES', 'ZAR', 'CAD')),
  CHECK (amount_minor > 0),
  CHECK (min_minor > 0),
  CHECK (max_minor >= COALESCE(min_minor, 1::bigint)),
  CHECK (max_uses >= 1 AND max_uses <= 1000000),
  CONSTRAINT payment_links_amount CHECK (amount_minor IS NULL OR min_minor IS NULL AND max_minor IS NULL),
  CONSTRAINT payment_links_space CHECK ((mode = 'test') = (app_id IS NOT NULL))
);
COMMENT ON COLUMN payment_links.app_id IS 'the test app that made it; null in live mode';
CREATE INDEX payment_links_listed ON payment_links (owner_id, mode, created_at DESC, id DESC);
CREATE INDEX payment_links_test_listed ON payment_links (app_id, created_at DESC, id DESC) WHERE (mode = 'test');
CREATE INDEX payment_links_test_open ON payment_links (app_id) WHERE ((mode = 'test') AND active);

CREATE TABLE payment_link_places (
  attempt_id uuid NOT NULL,
  link_id uuid NOT NULL,
  network text NOT NULL,
  site text NOT NULL,
  taken_at timestamptz NOT NULL,
  PRIMARY KEY (attempt_id),
  FOREIGN KEY (link_id) REFERENCES payment_links(id)
);
COMMENT ON TABLE payment_link_places IS 'places of links with max_uses that attempts have taken';
COMMENT ON COLUMN payment_link_places.network IS 'of the client, an IPv4 address or a /64; empty: the client is a server';
COMMENT ON COLUMN payment_link_places.site IS 'the /48 of an IPv6 client';
CREATE INDEX payment_link_places_link ON payment_link_places (link_id, taken_at);
