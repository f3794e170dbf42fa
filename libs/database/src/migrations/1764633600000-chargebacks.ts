import type { MigrationInterface, QueryRunner } from 'typeorm';
import { CURRENCIES } from '@app/kernel';
import { serviceAccountId } from '../service-accounts';

const ACCOUNTS = ['chargebacks-owed', 'chargebacks-held', 'chargeback-losses'] as const;

/** Chargebacks of card payments, what their owners owe for them, and evidence against them. */
export class Chargebacks1764633600000 implements MigrationInterface {
  name = 'Chargebacks1764633600000';
  readonly lib = 'chargebacks';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE users ADD COLUMN owed jsonb;
      COMMENT ON COLUMN users.owed IS 'what the account owes for chargebacks, smallest units by currency; null: nothing';
      CREATE TRIGGER tell_of_owed AFTER UPDATE OF owed ON users FOR EACH ROW
        WHEN (new.owed IS DISTINCT FROM old.owed) EXECUTE FUNCTION tell_of_caller('id');

      CREATE TABLE chargebacks (
        id uuid NOT NULL,
        chargeback_id text NOT NULL,
        owner_id uuid NOT NULL,
        app_id uuid,
        mode text NOT NULL,
        payment_id uuid NOT NULL,
        session_id text,
        invoice_id text,
        deposit_ref text,
        gateway text NOT NULL,
        gateway_transaction_id text NOT NULL,
        provider_id text NOT NULL,
        stage smallint NOT NULL,
        paid_minor bigint NOT NULL,
        claimed_minor bigint NOT NULL,
        charge_minor bigint NOT NULL,
        charge_currency text NOT NULL,
        face_minor bigint NOT NULL,
        currency text NOT NULL,
        debited_minor bigint NOT NULL,
        owed_minor bigint NOT NULL,
        written_off_minor bigint NOT NULL,
        account_id uuid,
        escrow_id uuid,
        reason text,
        status text NOT NULL,
        respond_by timestamptz,
        reminded_at timestamptz,
        decision text,
        comment text,
        responded_at timestamptz,
        send_at timestamptz,
        tries smallint NOT NULL,
        ask_at timestamptz,
        opened_at timestamptz NOT NULL,
        ended_at timestamptz,
        version int NOT NULL,
        PRIMARY KEY (id),
        CONSTRAINT chargebacks_chargeback_id UNIQUE (chargeback_id),
        CONSTRAINT chargebacks_provider UNIQUE (mode, gateway, provider_id, stage),
        CONSTRAINT chargebacks_prefix CHECK (chargeback_id LIKE 'cb\\_' || mode || '\\_%'),
        CHECK (mode IN ('live', 'test')),
        CHECK (status IN ('opened', 'accepted', 'contested', 'won', 'lost')),
        CHECK (decision IN ('accept', 'contest')),
        CHECK (stage > 0),
        CHECK (claimed_minor > 0),
        CHECK (charge_minor >= 0 AND charge_minor <= claimed_minor AND charge_minor <= paid_minor),
        CHECK (face_minor >= 0),
        CHECK (debited_minor >= 0),
        CHECK (written_off_minor >= 0),
        CONSTRAINT chargebacks_owed CHECK (owed_minor >= 0 AND owed_minor + written_off_minor <= debited_minor),
        CONSTRAINT chargebacks_payment CHECK (num_nonnulls(session_id, invoice_id, deposit_ref) = 1),
        CONSTRAINT chargebacks_account CHECK ((account_id IS NOT NULL) = (mode = 'live')),
        CONSTRAINT chargebacks_ended CHECK ((status IN ('opened', 'contested')) = (ended_at IS NULL)),
        CONSTRAINT chargebacks_response CHECK ((decision IS NULL) = (responded_at IS NULL))
      );
      COMMENT ON COLUMN chargebacks.payment_id IS 'the checkout attempt, the subscription invoice or the deposit that was paid';
      COMMENT ON COLUMN chargebacks.deposit_ref IS 'tx_ref of a deposit by card';
      COMMENT ON COLUMN chargebacks.provider_id IS 'the name of the chargeback at the company';
      COMMENT ON COLUMN chargebacks.paid_minor IS 'what was paid for what the owner got, in charge_currency';
      COMMENT ON COLUMN chargebacks.claimed_minor IS 'what the bank of the payer demands, in charge_currency';
      COMMENT ON COLUMN chargebacks.charge_minor IS 'the part of it that has not gone back already; the owner answers for no more';
      COMMENT ON COLUMN chargebacks.face_minor IS 'the share of the price, in currency';
      COMMENT ON COLUMN chargebacks.debited_minor IS 'what it costs the owner, in currency; zero where an escrow holds the money';
      COMMENT ON COLUMN chargebacks.owed_minor IS 'the part of debited_minor that the balance did not cover yet';
      COMMENT ON COLUMN chargebacks.written_off_minor IS 'the part of debited_minor that staff gave up';
      COMMENT ON COLUMN chargebacks.escrow_id IS 'the escrow that held the money when it was opened';
      COMMENT ON COLUMN chargebacks.send_at IS 'when the answer is sent to the company; null: nothing is to be sent';
      COMMENT ON COLUMN chargebacks.tries IS 'times the answer was sent without a reply';
      COMMENT ON COLUMN chargebacks.ask_at IS 'when the company is asked about it next; null: not any more';
      CREATE INDEX chargebacks_listed ON chargebacks (owner_id, mode, opened_at DESC, id DESC);
      CREATE INDEX chargebacks_payments ON chargebacks (payment_id);
      CREATE INDEX chargebacks_sessions ON chargebacks (session_id) WHERE (session_id IS NOT NULL);
      CREATE INDEX chargebacks_invoices ON chargebacks (invoice_id) WHERE (invoice_id IS NOT NULL);
      CREATE INDEX chargebacks_open ON chargebacks (opened_at, id) WHERE (status IN ('opened', 'contested') AND mode = 'live');
      CREATE INDEX chargebacks_owing ON chargebacks (owner_id, opened_at) WHERE (owed_minor > 0);
      CREATE INDEX chargebacks_to_send ON chargebacks (send_at) WHERE (send_at IS NOT NULL);
      CREATE INDEX chargebacks_to_ask ON chargebacks (ask_at) WHERE (ask_at IS NOT NULL);
      CREATE INDEX chargebacks_to_remind ON chargebacks (respond_by) WHERE (status = 'opened' AND reminded_at IS NULL);
      CREATE TRIGGER chargebacks_terminal BEFORE UPDATE ON chargebacks FOR EACH ROW
        WHEN (old.status IN ('accepted', 'won', 'lost') AND new.status <> old.status) EXECUTE FUNCTION checkout_keep_terminal();
      REVOKE DELETE ON chargebacks FROM payments_app;

      CREATE FUNCTION copy_owed() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        -- Of two changes at once, the second sees the first.
        PERFORM 1 FROM users WHERE id = NEW.owner_id FOR UPDATE;
        UPDATE users SET owed = (
          SELECT jsonb_object_agg(currency, minor::text)
            FROM (SELECT currency, sum(owed_minor) AS minor FROM chargebacks
                   WHERE owner_id = NEW.owner_id AND owed_minor > 0 AND mode = 'live' GROUP BY 1) owing)
         WHERE id = NEW.owner_id;
        RETURN NULL;
      END $$;
      CREATE TRIGGER copy_owed_at_first AFTER INSERT ON chargebacks FOR EACH ROW
        WHEN (new.owed_minor > 0 AND new.mode = 'live') EXECUTE FUNCTION copy_owed();
      CREATE TRIGGER copy_owed AFTER UPDATE OF owed_minor ON chargebacks FOR EACH ROW
        WHEN (new.owed_minor <> old.owed_minor AND new.mode = 'live') EXECUTE FUNCTION copy_owed();

      CREATE INDEX card_charges_transaction ON card_charges (gateway_transaction_id) WHERE (is_applied);

      CREATE TABLE chargeback_files (
        id uuid NOT NULL,
        chargeback_id uuid NOT NULL,
        jpeg bytea NOT NULL,
        created_at timestamptz NOT NULL,
        is_evidence boolean NOT NULL DEFAULT false,
        provider_ref text,
        PRIMARY KEY (id),
        FOREIGN KEY (chargeback_id) REFERENCES chargebacks(id)
      );
      COMMENT ON TABLE chargeback_files IS 'pictures that owners upload as evidence, drawn anew';
      COMMENT ON COLUMN chargeback_files.is_evidence IS 'the answer to the company names it';
      COMMENT ON COLUMN chargeback_files.provider_ref IS 'its name at the company, once it was sent';
      CREATE INDEX chargeback_files_chargeback ON chargeback_files (chargeback_id, created_at);
      REVOKE DELETE ON chargeback_files FROM payments_app;

      CREATE TABLE chargeback_alerts (
        id uuid NOT NULL,
        gateway text NOT NULL,
        provider_id text NOT NULL,
        stage smallint NOT NULL,
        cause text NOT NULL,
        detail text NOT NULL,
        chargeback_id text,
        raised_at timestamptz NOT NULL,
        PRIMARY KEY (id),
        CONSTRAINT chargeback_alerts_once UNIQUE (gateway, provider_id, stage, cause, detail)
      );
      COMMENT ON TABLE chargeback_alerts IS 'what a company reported of a chargeback that only staff can decide; once each';
      CREATE INDEX chargeback_alerts_listed ON chargeback_alerts (raised_at DESC, id DESC);
      REVOKE UPDATE, DELETE ON chargeback_alerts FROM payments_app;

      CREATE TABLE chargeback_reads (
        gateway text NOT NULL,
        read_at timestamptz NOT NULL,
        PRIMARY KEY (gateway)
      );
      COMMENT ON COLUMN chargeback_reads.read_at IS 'when all chargebacks of the company were read last'`);
    for (const account of ACCOUNTS)
      for (const currency of CURRENCIES)
        await runner.query(
          'SELECT ledger.open_accounts(now(), ARRAY[$1::uuid], ARRAY[NULL::uuid], ARRAY[$2], ARRAY[$3])',
          [serviceAccountId(account, currency), account, currency],
        );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TABLE chargeback_reads, chargeback_alerts, chargeback_files, chargebacks;
      DROP FUNCTION copy_owed();
      DROP INDEX card_charges_transaction;
      DROP TRIGGER tell_of_owed ON users;
      ALTER TABLE users DROP COLUMN owed`);
  }
}
