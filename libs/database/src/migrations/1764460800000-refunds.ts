import type { MigrationInterface, QueryRunner } from 'typeorm';
import { CURRENCIES } from '@app/kernel';
import { serviceAccountId } from '../service-accounts';

const ACCOUNT = 'refunds-in-transit';

/** One table for every refund of a payment; refunds of unapplied payments stood in columns of their attempts before. */
export class Refunds1764460800000 implements MigrationInterface {
  name = 'Refunds1764460800000';
  readonly lib = 'checkout';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE refunds (
        id uuid NOT NULL,
        refund_id text NOT NULL,
        owner_id uuid NOT NULL,
        app_id uuid,
        mode text NOT NULL,
        source text NOT NULL,
        payment_id uuid NOT NULL,
        session_id text,
        invoice_id text,
        method text NOT NULL,
        rail text NOT NULL,
        gateway text NOT NULL,
        gateway_transaction_id text NOT NULL,
        received_minor bigint NOT NULL,
        face_minor bigint NOT NULL,
        currency text NOT NULL,
        charge_minor bigint NOT NULL,
        charge_currency text NOT NULL,
        debited_minor bigint NOT NULL,
        account_id uuid,
        payer_id uuid,
        payer_account_id uuid,
        customer_email text,
        reason text,
        refund_ref text,
        status text NOT NULL,
        due_at timestamptz,
        unanswered smallint NOT NULL,
        provider_id text,
        questions smallint NOT NULL,
        failure text,
        created_at timestamptz NOT NULL,
        ended_at timestamptz,
        returned_at timestamptz,
        version int NOT NULL,
        PRIMARY KEY (id),
        CONSTRAINT refunds_refund_id UNIQUE (refund_id),
        CONSTRAINT refunds_prefix CHECK (refund_id LIKE 'rf\\_' || mode || '\\_%'),
        CHECK (mode IN ('live', 'test')),
        CHECK (source IN ('merchant', 'unapplied', 'escrow')),
        CHECK (method IN ('card', 'bank_transfer', 'ussd', 'wallet', 'mobile_money', 'extwallet')),
        CHECK (rail IN ('provider', 'wallet')),
        CHECK (received_minor > 0),
        CHECK (face_minor > 0),
        CHECK (charge_minor > 0 AND charge_minor <= received_minor),
        CHECK (debited_minor >= 0),
        CHECK (status IN ('pending', 'completed', 'failed')),
        CONSTRAINT refunds_payment CHECK ((session_id IS NULL) <> (invoice_id IS NULL)),
        CONSTRAINT refunds_account CHECK ((account_id IS NOT NULL) = (mode = 'live' AND source = 'merchant')),
        CONSTRAINT refunds_ended CHECK ((status = 'pending') = (ended_at IS NULL)),
        CONSTRAINT refunds_returned CHECK (returned_at IS NULL OR (status = 'completed' AND source = 'merchant' AND rail = 'provider')),
        CONSTRAINT refunds_due CHECK (due_at IS NULL OR status = 'pending')
      );
      COMMENT ON COLUMN refunds.source IS 'merchant: the merchant gives it back; unapplied: no session could take it; escrow: its escrow returned it';
      COMMENT ON COLUMN refunds.payment_id IS 'the checkout attempt, or the subscription invoice, that was paid';
      COMMENT ON COLUMN refunds.invoice_id IS 'the subscription invoice, where it was charged without a session';
      COMMENT ON COLUMN refunds.received_minor IS 'what the payment brought in, in charge_currency';
      COMMENT ON COLUMN refunds.face_minor IS 'what the merchant gives back of the price, in currency';
      COMMENT ON COLUMN refunds.charge_minor IS 'what the payer gets, in charge_currency';
      COMMENT ON COLUMN refunds.debited_minor IS 'what the merchant pays, in currency; zero where it is not the merchant''s money';
      COMMENT ON COLUMN refunds.account_id IS 'the wallet of the merchant that pays';
      COMMENT ON COLUMN refunds.payer_account_id IS 'the wallet of the payer that gets it back';
      COMMENT ON COLUMN refunds.due_at IS 'when to send it, or to ask about it; null: not by itself';
      COMMENT ON COLUMN refunds.unanswered IS 'requests to the company that were not answered and may have been carried out';
      COMMENT ON COLUMN refunds.provider_id IS 'the company''s name for it: taken while pending, else carried out';
      COMMENT ON COLUMN refunds.returned_at IS 'when staff recorded that the company has the money again';
      COMMENT ON COLUMN refunds.questions IS 'times the company was asked without a final answer';
      CREATE UNIQUE INDEX refunds_refund_ref ON refunds (owner_id, mode, refund_ref) WHERE (refund_ref IS NOT NULL);
      CREATE UNIQUE INDEX refunds_provider_id ON refunds (mode, gateway, provider_id) WHERE (provider_id IS NOT NULL);
      CREATE INDEX refunds_sessions ON refunds (session_id) WHERE (session_id IS NOT NULL);
      CREATE INDEX refunds_payments ON refunds (payment_id, created_at);
      CREATE INDEX refunds_listed ON refunds (owner_id, mode, created_at DESC, id DESC);
      CREATE INDEX refunds_due_at ON refunds (due_at) WHERE (due_at IS NOT NULL);
      CREATE INDEX refunds_pending ON refunds (created_at, id) WHERE (status = 'pending' AND mode = 'live');
      CREATE TRIGGER refunds_terminal BEFORE UPDATE ON refunds FOR EACH ROW
        WHEN (old.status <> 'pending' AND new.status <> old.status) EXECUTE FUNCTION checkout_keep_terminal();
      REVOKE DELETE ON refunds FROM payments_app;

      INSERT INTO refunds (id, refund_id, owner_id, app_id, mode, source, payment_id, session_id, method, rail, gateway,
                           gateway_transaction_id, received_minor, face_minor, currency, charge_minor, charge_currency,
                           debited_minor, status, due_at, unanswered, provider_id, questions, failure, created_at, ended_at, version)
      SELECT gen_random_uuid(), 'rf_' || a.mode || '_' || replace(gen_random_uuid()::text, '-', ''), a.owner_id, s.app_id, a.mode,
             CASE a.unapplied_reason WHEN 'escrow-returned' THEN 'escrow' ELSE 'unapplied' END, a.id, s.session_id, a.method,
             'provider', a.gateway, a.gateway_transaction_id, a.received_minor, coalesce(a.refund_minor, a.received_minor),
             a.received_currency, coalesce(a.refund_minor, a.received_minor), a.received_currency, 0,
             CASE a.status WHEN 'refunded' THEN 'completed' ELSE 'pending' END, a.refund_at, a.refunds_unheard, a.refund_id,
             a.questions, a.failure, a.ended_at, CASE a.status WHEN 'refunded' THEN a.ended_at END, 1
        FROM checkout_attempts a JOIN checkout_sessions s ON s.id = a.checkout_session_id
       WHERE a.status = 'refunded'
          OR (a.status = 'unapplied' AND (a.refund_at IS NOT NULL OR a.refunds_unheard > 0 OR a.unapplied_reason = 'escrow-returned'));
      ALTER TABLE checkout_attempts
        DROP COLUMN refund_at, DROP COLUMN refund_minor, DROP COLUMN refunds_unheard, DROP COLUMN refund_id, DROP COLUMN questions`);
    for (const currency of CURRENCIES)
      await runner.query(
        'SELECT ledger.open_accounts(now(), ARRAY[$1::uuid], ARRAY[NULL::uuid], ARRAY[$2], ARRAY[$3])',
        [serviceAccountId(ACCOUNT, currency), ACCOUNT, currency],
      );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE checkout_attempts
        ADD COLUMN refund_at timestamptz, ADD COLUMN refund_minor bigint, ADD COLUMN refunds_unheard smallint NOT NULL DEFAULT 0,
        ADD COLUMN refund_id text, ADD COLUMN questions smallint NOT NULL DEFAULT 0,
        ADD CONSTRAINT checkout_attempts_refund CHECK (refund_at IS NULL OR status = 'unapplied'),
        ADD CHECK (refund_minor > 0);
      UPDATE checkout_attempts a
         SET refund_at = r.due_at, refund_minor = r.charge_minor, refunds_unheard = r.unanswered, refund_id = r.provider_id,
             questions = r.questions, failure = coalesce(r.failure, a.failure)
        FROM refunds r WHERE r.payment_id = a.id AND r.source <> 'merchant' AND r.status <> 'failed';
      CREATE INDEX checkout_attempts_refund_due ON checkout_attempts (refund_at) WHERE (refund_at IS NOT NULL);
      CREATE UNIQUE INDEX checkout_attempts_refund_id ON checkout_attempts (mode, gateway, refund_id) WHERE (refund_id IS NOT NULL);
      DROP TABLE refunds`);
  }
}
