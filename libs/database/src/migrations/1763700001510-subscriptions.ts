import type { MigrationInterface, QueryRunner } from 'typeorm';

const CURRENCIES = `('NGN', 'USD', 'GBP', 'EUR', 'GHS', 'KES', 'ZAR', 'CAD')`;
const INTERVALS = `('daily', 'weekly', 'monthly', 'yearly')`;
/** Open subscriptions of one customer to one plan are told apart by the space of the app in test mode. */
const SPACE = `coalesce(CASE WHEN mode = 'test' THEN app_id END, '00000000-0000-0000-0000-000000000000')`;

/** Plans, subscriptions and the invoices of their cycles. */
export class Subscriptions1763700001510 implements MigrationInterface {
  name = 'Subscriptions1763700001510';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE subscription_plans (
        id uuid PRIMARY KEY,
        plan_id text NOT NULL UNIQUE,
        owner_id uuid NOT NULL,
        app_id uuid NOT NULL,
        mode text NOT NULL CHECK (mode IN ('live', 'test')),
        name text NOT NULL,
        amount_minor bigint NOT NULL CHECK (amount_minor > 0),
        currency text NOT NULL CHECK (currency IN ${CURRENCIES}),
        interval text NOT NULL CHECK (interval IN ${INTERVALS}),
        interval_count integer NOT NULL CHECK (interval_count BETWEEN 1 AND 365),
        trial_days integer NOT NULL CHECK (trial_days BETWEEN 0 AND 365),
        metadata jsonb NOT NULL,
        active boolean NOT NULL,
        created_at timestamptz NOT NULL,
        version integer NOT NULL
      );
      CREATE INDEX subscription_plans_owner ON subscription_plans (owner_id, mode, created_at DESC);

      CREATE FUNCTION plan_terms_never_change() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF (OLD.plan_id, OLD.owner_id, OLD.mode, OLD.amount_minor, OLD.currency, OLD.interval, OLD.interval_count, OLD.trial_days)
           IS DISTINCT FROM
           (NEW.plan_id, NEW.owner_id, NEW.mode, NEW.amount_minor, NEW.currency, NEW.interval, NEW.interval_count, NEW.trial_days)
        THEN RAISE EXCEPTION 'the terms of a plan never change';
        END IF;
        RETURN NEW;
      END $$;
      CREATE TRIGGER subscription_plans_terms BEFORE UPDATE ON subscription_plans
        FOR EACH ROW EXECUTE FUNCTION plan_terms_never_change();

      CREATE TABLE subscriptions (
        id uuid PRIMARY KEY,
        subscription_id text NOT NULL UNIQUE,
        plan_id text NOT NULL REFERENCES subscription_plans (plan_id),
        owner_id uuid NOT NULL,
        app_id uuid NOT NULL,
        mode text NOT NULL CHECK (mode IN ('live', 'test')),
        plan_name text NOT NULL,
        amount_minor bigint NOT NULL CHECK (amount_minor > 0),
        currency text NOT NULL CHECK (currency IN ${CURRENCIES}),
        interval text NOT NULL CHECK (interval IN ${INTERVALS}),
        interval_count integer NOT NULL,
        billing_mode text NOT NULL CHECK (billing_mode IN ('invoice')),
        customer_email text NOT NULL,
        customer_name text,
        success_url text,
        cancel_url text,
        status text NOT NULL CHECK (status IN ('trialing', 'active', 'past_due', 'cancelled')),
        anchor_at timestamptz NOT NULL,
        cycle integer NOT NULL CHECK (cycle >= -1),
        period_start timestamptz NOT NULL,
        period_end timestamptz NOT NULL,
        trial_end timestamptz,
        unpaid_in_row integer NOT NULL,
        cancel_at_period_end boolean NOT NULL,
        cancelled_at timestamptz,
        cancellation_reason text
          CHECK (cancellation_reason IN ('cancel_at_period_end', 'payment_failed', 'customer_cancelled', 'merchant_cancelled')),
        allows_duplicate boolean NOT NULL,
        due_at timestamptz,
        requested_at timestamptz NOT NULL,
        created_at timestamptz NOT NULL,
        version integer NOT NULL,
        CONSTRAINT subscriptions_cancelled CHECK ((status = 'cancelled') = (cancelled_at IS NOT NULL)),
        CONSTRAINT subscriptions_reason CHECK ((cancelled_at IS NULL) = (cancellation_reason IS NULL)),
        CONSTRAINT subscriptions_due CHECK ((status = 'cancelled') = (due_at IS NULL)),
        CONSTRAINT subscriptions_trial CHECK (status <> 'trialing' OR trial_end IS NOT NULL AND cycle = -1)
      );
      COMMENT ON COLUMN subscriptions.anchor_at IS 'the first billing date, from which every period is computed';
      COMMENT ON COLUMN subscriptions.cycle IS 'the last cycle that was reached, from 0; -1 in a trial';
      COMMENT ON COLUMN subscriptions.due_at IS 'when it is looked at next, in business time';
      COMMENT ON COLUMN subscriptions.requested_at IS 'when it was made, in real time, for the limit per customer';
      CREATE INDEX subscriptions_owner ON subscriptions (owner_id, mode, created_at DESC, id DESC);
      CREATE INDEX subscriptions_customer ON subscriptions (owner_id, mode, customer_email, requested_at);
      CREATE INDEX subscriptions_due ON subscriptions (due_at) WHERE mode = 'live' AND due_at IS NOT NULL;
      CREATE INDEX subscriptions_test_due ON subscriptions (app_id, due_at) WHERE mode = 'test' AND due_at IS NOT NULL;
      CREATE UNIQUE INDEX subscriptions_open ON subscriptions (owner_id, mode, plan_id, customer_email, (${SPACE}))
        WHERE status <> 'cancelled' AND NOT allows_duplicate;

      CREATE TABLE subscription_invoices (
        id uuid PRIMARY KEY,
        invoice_id text NOT NULL UNIQUE,
        subscription_key uuid NOT NULL REFERENCES subscriptions (id),
        subscription_id text NOT NULL,
        plan_id text NOT NULL,
        owner_id uuid NOT NULL,
        app_id uuid NOT NULL,
        mode text NOT NULL CHECK (mode IN ('live', 'test')),
        cycle integer NOT NULL CHECK (cycle >= 0),
        status text NOT NULL CHECK (status IN ('created', 'paid', 'failed')),
        amount_minor bigint NOT NULL CHECK (amount_minor > 0),
        currency text NOT NULL CHECK (currency IN ${CURRENCIES}),
        billing_mode text NOT NULL CHECK (billing_mode IN ('invoice')),
        customer_email text NOT NULL,
        checkout_session_id text NOT NULL UNIQUE,
        due_at timestamptz NOT NULL,
        link_ends_at timestamptz NOT NULL,
        paid_at timestamptz,
        attempt_count integer NOT NULL,
        next_retry_at timestamptz,
        last_error text,
        voided_at timestamptz,
        created_at timestamptz NOT NULL,
        version integer NOT NULL,
        CONSTRAINT subscription_invoices_paid CHECK ((status = 'paid') = (paid_at IS NOT NULL)),
        CONSTRAINT subscription_invoices_cycle UNIQUE (subscription_key, cycle)
      );
      CREATE INDEX subscription_invoices_live_ends ON subscription_invoices (link_ends_at)
        WHERE mode = 'live' AND status = 'created';
      CREATE INDEX subscription_invoices_test_ends ON subscription_invoices (app_id, link_ends_at)
        WHERE mode = 'test' AND status = 'created';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TABLE subscription_invoices, subscriptions, subscription_plans;
      DROP FUNCTION plan_terms_never_change;
    `);
  }
}
