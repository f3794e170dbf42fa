import { CURRENCIES } from '@app/kernel';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const CODES = CURRENCIES.map((code) => `'${code}'`).join(', ');
const MODES = `('live', 'test')`;

/** Invoices with their numbers, payments, credit notes and mails, and payment links. */
export class Invoices1763700001461 implements MigrationInterface {
  name = 'Invoices1763700001461';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE invoices (
        id uuid PRIMARY KEY,
        owner_id uuid NOT NULL,
        mode text NOT NULL CHECK (mode IN ${MODES}),
        number text NOT NULL CHECK (number ~ '^INV-[0-9]{4}-[0-9]{6,}$'),
        status text NOT NULL CHECK (status IN ('draft', 'sent', 'paid', 'overdue', 'void')),
        client_name text NOT NULL,
        client_email text NOT NULL,
        currency text NOT NULL CHECK (currency IN (${CODES})),
        items jsonb NOT NULL,
        discount_percent int NOT NULL CHECK (discount_percent BETWEEN 0 AND 1000000),
        subtotal_minor bigint NOT NULL CHECK (subtotal_minor >= 0),
        discount_minor bigint NOT NULL CHECK (discount_minor BETWEEN 0 AND subtotal_minor),
        tax_minor bigint NOT NULL CHECK (tax_minor >= 0),
        total_minor bigint NOT NULL CHECK (total_minor = subtotal_minor - discount_minor + tax_minor),
        paid_minor bigint NOT NULL CHECK (paid_minor >= 0),
        credited_minor bigint NOT NULL CHECK (credited_minor >= 0),
        overpaid_minor bigint NOT NULL CHECK (overpaid_minor >= 0),
        allow_partial boolean NOT NULL,
        due_date text CHECK (due_date ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$'),
        notes text,
        language text NOT NULL CHECK (language IN ('en', 'fr')),
        reminders boolean NOT NULL,
        remind_at timestamptz,
        token_hash bytea NOT NULL CONSTRAINT invoices_token_hash UNIQUE,
        created_at timestamptz NOT NULL,
        sent_at timestamptz,
        paid_at timestamptz,
        voided_at timestamptz,
        version int NOT NULL,
        CONSTRAINT invoices_number UNIQUE (owner_id, mode, number),
        CONSTRAINT invoices_settled CHECK (paid_minor + credited_minor <= total_minor),
        CONSTRAINT invoices_paid CHECK ((status = 'paid') = (paid_at IS NOT NULL)),
        CONSTRAINT invoices_void CHECK ((status = 'void') = (voided_at IS NOT NULL)),
        CONSTRAINT invoices_draft CHECK (status <> 'draft' OR (paid_minor = 0 AND credited_minor = 0))
      );
      CREATE INDEX invoices_listed ON invoices (owner_id, mode, created_at DESC, id DESC);
      CREATE INDEX invoices_due ON invoices (due_date) WHERE status = 'sent' AND due_date IS NOT NULL;
      CREATE INDEX invoices_remind ON invoices (remind_at) WHERE remind_at IS NOT NULL;
      COMMENT ON COLUMN invoices.discount_percent IS 'in ten-thousandths of a percent';
      COMMENT ON COLUMN invoices.due_date IS 'the last day (UTC) on which it is not overdue';
      COMMENT ON COLUMN invoices.overpaid_minor IS 'applied by staff beyond what was due';
      COMMENT ON COLUMN invoices.remind_at IS 'when the client is reminded next';
      COMMENT ON COLUMN invoices.token_hash IS 'SHA-256 of the token in payment_url; the token itself is derived, never stored';
      CREATE TRIGGER invoices_terminal BEFORE UPDATE ON invoices FOR EACH ROW
        WHEN (OLD.status IN ('paid', 'void') AND NEW.status <> OLD.status) EXECUTE FUNCTION checkout_keep_terminal();

      CREATE TABLE invoice_series (
        id uuid PRIMARY KEY,
        owner_id uuid NOT NULL,
        mode text NOT NULL CHECK (mode IN ${MODES}),
        kind text NOT NULL CHECK (kind IN ('INV', 'CN')),
        year int NOT NULL,
        last int NOT NULL CHECK (last > 0),
        version int NOT NULL,
        CONSTRAINT invoice_series_name UNIQUE (owner_id, mode, kind, year)
      );
      COMMENT ON COLUMN invoice_series.last IS 'the last number given; raised in the commit that uses it';

      CREATE TABLE invoice_payments (
        id uuid PRIMARY KEY,
        invoice_id uuid NOT NULL REFERENCES invoices,
        session_id text NOT NULL,
        method text NOT NULL,
        amount_minor bigint NOT NULL CHECK (amount_minor >= 0),
        overpaid_minor bigint NOT NULL CHECK (overpaid_minor >= 0),
        booking_key text NOT NULL,
        paid_at timestamptz NOT NULL,
        version int NOT NULL,
        CHECK (amount_minor + overpaid_minor > 0)
      );
      CREATE INDEX invoice_payments_invoice ON invoice_payments (invoice_id, paid_at);
      COMMENT ON COLUMN invoice_payments.booking_key IS 'natural key of its journal in ledger.once; test mode has no journal';
      COMMENT ON COLUMN invoice_payments.amount_minor IS 'what the invoice took of the payment';

      CREATE TABLE credit_notes (
        id uuid PRIMARY KEY,
        owner_id uuid NOT NULL,
        mode text NOT NULL CHECK (mode IN ${MODES}),
        number text NOT NULL CHECK (number ~ '^CN-[0-9]{4}-[0-9]{6,}$'),
        invoice_id uuid NOT NULL REFERENCES invoices,
        amount_minor bigint NOT NULL CHECK (amount_minor > 0),
        reason text NOT NULL,
        created_at timestamptz NOT NULL,
        version int NOT NULL,
        CONSTRAINT credit_notes_number UNIQUE (owner_id, mode, number)
      );
      CREATE INDEX credit_notes_invoice ON credit_notes (invoice_id, created_at);

      CREATE TABLE invoice_mails (
        id uuid PRIMARY KEY,
        owner_id uuid NOT NULL,
        invoice_id uuid NOT NULL REFERENCES invoices,
        kind text NOT NULL CHECK (kind IN ('invoice', 'reminder')),
        recipient text NOT NULL,
        created_at timestamptz NOT NULL,
        version int NOT NULL
      );
      CREATE INDEX invoice_mails_owner ON invoice_mails (owner_id, created_at);
      CREATE INDEX invoice_mails_invoice ON invoice_mails (invoice_id, created_at);
      CREATE INDEX mails_of_invoices ON mails ((facts->>'mail_id')) WHERE facts->>'mail_id' IS NOT NULL;
      REVOKE UPDATE, DELETE ON invoice_payments, credit_notes, invoice_mails FROM payments_app;
      REVOKE DELETE ON invoices, invoice_series FROM payments_app;
    `);
    await runner.query(`
      CREATE TABLE payment_links (
        id uuid PRIMARY KEY,
        owner_id uuid NOT NULL,
        mode text NOT NULL CHECK (mode IN ${MODES}),
        code text NOT NULL CONSTRAINT payment_links_code UNIQUE,
        title text NOT NULL,
        description text,
        currency text NOT NULL CHECK (currency IN (${CODES})),
        amount_minor bigint CHECK (amount_minor > 0),
        min_minor bigint CHECK (min_minor > 0),
        max_minor bigint CHECK (max_minor >= coalesce(min_minor, 1)),
        success_url text,
        max_uses int CHECK (max_uses BETWEEN 1 AND 1000000),
        claimed int NOT NULL CHECK (claimed >= 0),
        expires_at timestamptz,
        metadata jsonb NOT NULL,
        active boolean NOT NULL,
        created_at timestamptz NOT NULL,
        version int NOT NULL,
        CONSTRAINT payment_links_amount CHECK (amount_minor IS NULL OR (min_minor IS NULL AND max_minor IS NULL)),
        CONSTRAINT payment_links_claimed CHECK (claimed <= coalesce(max_uses, 0))
      );
      CREATE INDEX payment_links_listed ON payment_links (owner_id, mode, created_at DESC, id DESC);
      COMMENT ON COLUMN payment_links.claimed IS 'of max_uses: sessions that are open or were paid; 0 without max_uses';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP INDEX mails_of_invoices;
      DROP TABLE payment_links, invoice_mails, credit_notes, invoice_payments, invoice_series, invoices;
    `);
  }
}
