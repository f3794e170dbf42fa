import type { MigrationInterface, QueryRunner } from 'typeorm';

const CURRENCIES = `('NGN', 'USD', 'GBP', 'EUR', 'GHS', 'KES', 'ZAR', 'CAD')`;

/** Checkout sessions and the attempts to pay them. */
export class Checkout1763700000750 implements MigrationInterface {
  name = 'Checkout1763700000750';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE checkout_sessions (
        id uuid PRIMARY KEY,
        session_id text NOT NULL CONSTRAINT checkout_sessions_session_id UNIQUE,
        token_hash bytea NOT NULL CONSTRAINT checkout_sessions_token_hash UNIQUE,
        owner_id uuid NOT NULL,
        app_id uuid,
        mode text NOT NULL CHECK (mode IN ('live', 'test')),
        purpose text NOT NULL CHECK (purpose IN ('payment', 'deposit')),
        amount_minor bigint NOT NULL CHECK (amount_minor > 0),
        currency text NOT NULL CHECK (currency IN ${CURRENCIES}),
        order_ref text,
        description text,
        customer_email text,
        customer_name text,
        metadata jsonb NOT NULL,
        payment_methods text[] NOT NULL CHECK (cardinality(payment_methods) > 0),
        success_url text,
        cancel_url text,
        escrow boolean NOT NULL,
        escrow_condition text,
        escrow_deadline_days smallint,
        status text NOT NULL CHECK (status IN ('pending', 'processing', 'completed', 'expired')),
        attempt_id uuid,
        gateway text,
        created_at timestamptz NOT NULL,
        expires_at timestamptz NOT NULL,
        paid_at timestamptz,
        version int NOT NULL,
        CONSTRAINT checkout_sessions_prefix CHECK (session_id LIKE 'cs\\_' || mode || '\\_%'),
        CONSTRAINT checkout_sessions_app CHECK ((app_id IS NOT NULL) = (purpose = 'payment')),
        CONSTRAINT checkout_sessions_attempt CHECK ((status IN ('processing', 'completed')) = (attempt_id IS NOT NULL)),
        CONSTRAINT checkout_sessions_paid CHECK ((status = 'completed') = (paid_at IS NOT NULL))
      );
      CREATE INDEX checkout_sessions_listed ON checkout_sessions (owner_id, mode, created_at DESC, id DESC);
      CREATE INDEX checkout_sessions_order_ref ON checkout_sessions (owner_id, order_ref) WHERE order_ref IS NOT NULL;
      CREATE INDEX checkout_sessions_due ON checkout_sessions (expires_at) WHERE status = 'pending';
      COMMENT ON COLUMN checkout_sessions.token_hash IS 'SHA-256 of the token in checkout_url; the token itself is derived, never stored';
      COMMENT ON COLUMN checkout_sessions.attempt_id IS 'the attempt in flight, or the one that paid';
    `);
    await runner.query(`
      CREATE TABLE checkout_attempts (
        id uuid PRIMARY KEY,
        checkout_session_id uuid NOT NULL,
        owner_id uuid NOT NULL,
        mode text NOT NULL CHECK (mode IN ('live', 'test')),
        reference text NOT NULL CONSTRAINT checkout_attempts_reference UNIQUE,
        request_key text,
        status text NOT NULL
          CHECK (status IN ('calling', 'waiting', 'succeeded', 'failed', 'abandoned', 'unapplied', 'refunded')),
        charge_minor bigint NOT NULL CHECK (charge_minor > 0),
        charge_currency text NOT NULL CHECK (charge_currency IN ${CURRENCIES}),
        gw_ref text,
        auth_mode text CHECK (auth_mode IN ('pin', 'otp', 'redirect')),
        redirect_url text,
        gateway text NOT NULL,
        gateway_transaction_id text,
        received_minor bigint,
        received_currency text,
        unapplied_reason text CHECK (unapplied_reason IN ('expired', 'already-paid', 'amount-mismatch')),
        failure text,
        tries smallint NOT NULL,
        questions smallint NOT NULL,
        ask_at timestamptz,
        refund_at timestamptz,
        created_at timestamptz NOT NULL,
        ended_at timestamptz,
        version int NOT NULL,
        CONSTRAINT checkout_attempts_transaction UNIQUE (mode, gateway, gateway_transaction_id),
        CONSTRAINT checkout_attempts_asked CHECK ((ask_at IS NOT NULL) = (status IN ('calling', 'waiting'))),
        CONSTRAINT checkout_attempts_refund CHECK (refund_at IS NULL OR status = 'unapplied')
      );
      CREATE INDEX checkout_attempts_session ON checkout_attempts (checkout_session_id, created_at);
      CREATE UNIQUE INDEX checkout_attempts_one_payment ON checkout_attempts (checkout_session_id) WHERE status = 'succeeded';
      CREATE INDEX checkout_attempts_ask ON checkout_attempts (ask_at) WHERE ask_at IS NOT NULL;
      CREATE INDEX checkout_attempts_refund_due ON checkout_attempts (refund_at) WHERE refund_at IS NOT NULL;
      CREATE INDEX checkout_attempts_unapplied ON checkout_attempts (ended_at) WHERE status = 'unapplied';
      COMMENT ON COLUMN checkout_attempts.reference IS 'tx_ref at the gateway';
      COMMENT ON COLUMN checkout_attempts.request_key IS 'payer and idempotency key of the request that began it';
      COMMENT ON COLUMN checkout_attempts.tries IS 'codes (PIN, OTP) the buyer has sent';
      COMMENT ON COLUMN checkout_attempts.questions IS 'times the gateway was asked without a final answer';
      COMMENT ON COLUMN checkout_attempts.ask_at IS 'when to ask the gateway what became of it';
      COMMENT ON COLUMN checkout_attempts.refund_at IS 'when to send the money back; null: not to be sent by itself';
    `);
    // The last line of defence behind the state machines: what has ended stays as it ended.
    await runner.query(`
      CREATE FUNCTION checkout_keep_terminal() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        RAISE EXCEPTION '% % is %: it cannot change any more', TG_TABLE_NAME, OLD.id, OLD.status USING ERRCODE = 'check_violation';
      END $$;
      CREATE TRIGGER checkout_sessions_terminal BEFORE UPDATE ON checkout_sessions FOR EACH ROW
        WHEN (OLD.status IN ('completed', 'expired') AND NEW.status <> OLD.status) EXECUTE FUNCTION checkout_keep_terminal();
      CREATE TRIGGER checkout_attempts_terminal BEFORE UPDATE ON checkout_attempts FOR EACH ROW
        WHEN (OLD.status IN ('succeeded', 'refunded') AND NEW.status <> OLD.status) EXECUTE FUNCTION checkout_keep_terminal();
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TABLE checkout_attempts;
      DROP TABLE checkout_sessions;
      DROP FUNCTION checkout_keep_terminal();
    `);
  }
}
