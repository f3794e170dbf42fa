CREATE TABLE payroll_batches (
  owner_id uuid NOT NULL,
  id uuid NOT NULL,
  name text,
  currency text NOT NULL,
  total_minor bigint NOT NULL,
  recipient_count int NOT NULL,
  completed_at timestamptz NOT NULL,
  version int NOT NULL,
  PRIMARY KEY (owner_id, id),
  CHECK (currency IN ('NGN', 'USD', 'GBP', 'EUR', 'GHS', 'KES', 'ZAR', 'CAD')),
  CHECK (total_minor > 0),
  CHECK (recipient_count >= 1 AND recipient_count <= 1000)
);
COMMENT ON COLUMN payroll_batches.owner_id IS 'who pays';
REVOKE UPDATE, DELETE ON payroll_batches FROM payments_app;

CREATE TABLE payroll_items (
  owner_id uuid NOT NULL,
  batch_id uuid NOT NULL,
  row_number int NOT NULL,
  id uuid NOT NULL,
  recipient_id uuid NOT NULL,
  amount_minor bigint NOT NULL,
  received_minor bigint NOT NULL,
  received_currency text NOT NULL,
  note text,
  version int NOT NULL,
  CONSTRAINT payroll_items_row PRIMARY KEY (owner_id, batch_id, row_number),
  CONSTRAINT payroll_items_id UNIQUE (id),
  CONSTRAINT payroll_items_recipient UNIQUE (owner_id, batch_id, recipient_id),
  CHECK (row_number >= 1 AND row_number <= 1000),
  CHECK (amount_minor > 0),
  CHECK (received_minor > 0),
  CHECK (received_currency IN ('NGN', 'USD', 'GBP', 'EUR', 'GHS', 'KES', 'ZAR', 'CAD')),
  CONSTRAINT payroll_items_two_people CHECK (recipient_id <> owner_id)
);
COMMENT ON COLUMN payroll_items.id IS 'the transaction in both histories, and its journal';
COMMENT ON COLUMN payroll_items.amount_minor IS 'in the currency of the batch';
REVOKE UPDATE, DELETE ON payroll_items FROM payments_app;
