import { CURRENCIES } from '@app/kernel';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { type ServiceAccount, serviceAccountId } from '../service-accounts';

const CODES = CURRENCIES.map((code) => `'${code}'`).join(', ');
const ACCOUNTS: ServiceAccount[] = [
  ...(['payouts-payable', 'payout-fees-held', 'payout-fees', 'payout-costs', 'payout-returns'] as const),
  ...(['bank-payout-float', 'extwallet-payout-float', 'mobile-money-float'] as const),
  ...(['payout-losses', 'treasury'] as const),
];

/** Withdrawals, the pauses of their providers, and the accounts that they are booked on. */
export class Withdrawals1763700001401 implements MigrationInterface {
  name = 'Withdrawals1763700001401';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE withdrawals (
        id uuid PRIMARY KEY,
        number bigint NOT NULL,
        owner_id uuid NOT NULL,
        account_id uuid NOT NULL,
        method text NOT NULL CHECK (method IN ('bank', 'extwallet', 'mobile_money')),
        amount_minor bigint NOT NULL CHECK (amount_minor >= 100),
        fee_minor bigint NOT NULL CHECK (fee_minor >= 100),
        currency text NOT NULL CHECK (currency IN (${CODES})),
        payout_minor bigint CHECK (payout_minor > 0),
        payout_currency text NOT NULL CHECK (payout_currency IN (${CODES})),
        rate text,
        rate_accepted boolean NOT NULL,
        destination_ciphertext bytea NOT NULL,
        destination_shown text NOT NULL,
        limit_day text NOT NULL CHECK (limit_day ~ '^\\d{4}-\\d\\d-\\d\\d$'),
        limit_cents bigint NOT NULL CHECK (limit_cents > 0),
        status text NOT NULL CHECK (status IN ('pending', 'processing', 'completed', 'failed')),
        stage text NOT NULL
          CHECK (stage IN ('queued', 'sending', 'sent', 'waiting', 'doubtful', 'cancelling', 'stopped', 'manual', 'held', 'ended')),
        due_at timestamptz,
        provider text,
        provider_id text,
        provider_fee_minor bigint CHECK (provider_fee_minor > 0),
        provider_fee_currency text,
        sendings int NOT NULL CHECK (sendings >= 0),
        absences int NOT NULL,
        absent_at timestamptz,
        last_answer text,
        answered_at timestamptz,
        reason text,
        settled_reference text,
        waiting_at timestamptz,
        alerted_at timestamptz,
        created_at timestamptz NOT NULL,
        processed_at timestamptz,
        returned_at timestamptz,
        return_credited_at timestamptz,
        paid_late_at timestamptz,
        version int NOT NULL,
        CONSTRAINT withdrawals_number UNIQUE (owner_id, number),
        CONSTRAINT withdrawals_ended
          CHECK ((stage = 'ended') = (status IN ('completed', 'failed')) AND (stage = 'ended') = (processed_at IS NOT NULL)),
        CONSTRAINT withdrawals_paid CHECK (status <> 'completed' OR payout_minor IS NOT NULL),
        CONSTRAINT withdrawals_returned CHECK (returned_at IS NULL OR status = 'completed'),
        CONSTRAINT withdrawals_paid_late CHECK (paid_late_at IS NULL OR status = 'failed')
      );
      COMMENT ON TABLE withdrawals IS 'id: the journal that took the money, and the reference at the provider';
      COMMENT ON COLUMN withdrawals.destination_ciphertext IS 'sealed; bound to the id';
      COMMENT ON COLUMN withdrawals.payout_minor IS 'in payout_currency; null while there is no exchange rate';
      COMMENT ON COLUMN withdrawals.due_at IS 'when it is sent or the provider is asked; null: nothing happens by itself';
      COMMENT ON COLUMN withdrawals.sendings IS 'times it was sent and may have been taken';
      COMMENT ON COLUMN withdrawals.limit_cents IS 'counted in ledger.outgoing_days on limit_day unless it failed';

      CREATE INDEX withdrawals_due ON withdrawals (method, due_at) WHERE due_at IS NOT NULL;
      CREATE INDEX withdrawals_history ON withdrawals (owner_id, created_at DESC, id DESC);
      CREATE INDEX withdrawals_limit ON withdrawals (owner_id, limit_day);
      CREATE INDEX withdrawals_sealed_under ON withdrawals (substring(destination_ciphertext FROM 1 FOR 4));
      CREATE INDEX withdrawals_open ON withdrawals (created_at) WHERE processed_at IS NULL;
      CREATE INDEX withdrawals_returns ON withdrawals (id) WHERE returned_at IS NOT NULL AND return_credited_at IS NULL;
      CREATE UNIQUE INDEX withdrawals_settled_reference ON withdrawals (coalesce(provider, method), settled_reference)
        WHERE settled_reference IS NOT NULL;

      CREATE FUNCTION withdrawals_keep_terminal() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        RAISE EXCEPTION 'withdrawal % is %: it cannot change any more', OLD.id, OLD.status USING ERRCODE = 'check_violation';
      END $$;
      CREATE TRIGGER withdrawals_terminal BEFORE UPDATE ON withdrawals FOR EACH ROW
        WHEN (OLD.status IN ('completed', 'failed') AND NEW.status <> OLD.status)
        EXECUTE FUNCTION withdrawals_keep_terminal();
      REVOKE DELETE ON withdrawals FROM payments_app;

      CREATE TABLE payout_lanes (
        provider text PRIMARY KEY,
        unanswered int NOT NULL DEFAULT 0,
        paused_until timestamptz,
        reason text
      );
      CREATE TABLE payout_float_fundings (
        reference text PRIMARY KEY,
        method text NOT NULL,
        amount_minor bigint NOT NULL CHECK (amount_minor > 0),
        currency text NOT NULL,
        funded_at timestamptz NOT NULL
      );
      REVOKE UPDATE, DELETE ON payout_float_fundings FROM payments_app;

      CREATE TABLE payout_float_comparisons (
        method text NOT NULL,
        currency text NOT NULL,
        reported_minor bigint NOT NULL,
        difference_minor bigint NOT NULL,
        compared_at timestamptz NOT NULL,
        PRIMARY KEY (method, currency)
      );
      COMMENT ON TABLE payout_float_comparisons IS 'The last comparison of each float with its provider';

      COMMENT ON TABLE payout_lanes IS 'Providers that nothing is sent to for a while';
      COMMENT ON COLUMN payout_lanes.unanswered IS 'sendings without an answer in a row';
    `);
    for (const code of ACCOUNTS) {
      for (const currency of CURRENCIES) {
        await runner.query(
          'SELECT ledger.open_accounts(now(), ARRAY[$1::uuid], ARRAY[NULL::uuid], ARRAY[$2::text], ARRAY[$3::text])',
          [serviceAccountId(code, currency), code, currency],
        );
      }
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    // The books are append-only: accounts are never closed by a migration.
    await runner.query(
      'DROP TABLE withdrawals, payout_lanes, payout_float_fundings, payout_float_comparisons; DROP FUNCTION withdrawals_keep_terminal',
    );
  }
}
