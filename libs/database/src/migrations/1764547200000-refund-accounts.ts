import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Refunds that the company cannot send back are paid to an account that the payer names. */
export class RefundAccounts1764547200000 implements MigrationInterface {
  name = 'RefundAccounts1764547200000';
  readonly lib = 'checkout';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE refunds
        ADD COLUMN account_token bytea,
        ADD COLUMN account_until timestamptz,
        ADD COLUMN destination_ciphertext bytea,
        ADD COLUMN destination_shown text,
        ADD COLUMN paid_from text,
        ADD COLUMN payout_provider text,
        ADD COLUMN taken_at timestamptz,
        ADD COLUMN alerted_at timestamptz,
        DROP CONSTRAINT refunds_rail_check,
        ADD CONSTRAINT refunds_rail_check CHECK (rail IN ('provider', 'wallet', 'account')),
        DROP CONSTRAINT refunds_returned,
        ADD CONSTRAINT refunds_returned
          CHECK (returned_at IS NULL OR (status = 'completed' AND source = 'merchant' AND rail <> 'wallet')),
        ADD CONSTRAINT refunds_account_token CHECK ((account_token IS NOT NULL) = (rail = 'account')),
        ADD CONSTRAINT refunds_account_until CHECK ((account_until IS NOT NULL) = (rail = 'account')),
        ADD CONSTRAINT refunds_destination CHECK (
          num_nonnulls(destination_ciphertext, destination_shown, paid_from) IN (0, 3)
          AND (destination_ciphertext IS NULL OR rail = 'account'));
      UPDATE refunds SET taken_at = created_at WHERE status = 'pending' AND provider_id IS NOT NULL;
      COMMENT ON COLUMN refunds.account_token IS 'hash of the token in the address on which the payer names an account';
      COMMENT ON COLUMN refunds.account_until IS 'until when the payer can name one';
      COMMENT ON COLUMN refunds.destination_ciphertext IS 'the account that the payer has named, sealed';
      COMMENT ON COLUMN refunds.destination_shown IS 'the same, masked';
      COMMENT ON COLUMN refunds.paid_from IS 'code of the account of the service that pays it';
      COMMENT ON COLUMN refunds.payout_provider IS 'the provider that pays the account of the payer';
      COMMENT ON COLUMN refunds.taken_at IS 'when a company first took it';
      COMMENT ON COLUMN refunds.alerted_at IS 'when finance was alerted that it is late';
      DROP INDEX refunds_provider_id;
      CREATE UNIQUE INDEX refunds_provider_id ON refunds (mode, rail, gateway, provider_id) WHERE (provider_id IS NOT NULL);
      CREATE UNIQUE INDEX refunds_account_token ON refunds (account_token) WHERE (account_token IS NOT NULL);
      CREATE INDEX refunds_taken_at ON refunds (taken_at) WHERE (status = 'pending' AND mode = 'live')`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP INDEX refunds_taken_at, refunds_account_token, refunds_provider_id;
      ALTER TABLE refunds
        DROP CONSTRAINT refunds_destination,
        DROP CONSTRAINT refunds_account_until,
        DROP CONSTRAINT refunds_account_token,
        DROP CONSTRAINT refunds_returned,
        ADD CONSTRAINT refunds_returned
          CHECK (returned_at IS NULL OR (status = 'completed' AND source = 'merchant' AND rail = 'provider')),
        DROP CONSTRAINT refunds_rail_check,
        ADD CONSTRAINT refunds_rail_check CHECK (rail IN ('provider', 'wallet')),
        DROP COLUMN account_token,
        DROP COLUMN account_until,
        DROP COLUMN destination_ciphertext,
        DROP COLUMN destination_shown,
        DROP COLUMN paid_from,
        DROP COLUMN payout_provider,
        DROP COLUMN taken_at,
        DROP COLUMN alerted_at;
      CREATE UNIQUE INDEX refunds_provider_id ON refunds (mode, gateway, provider_id) WHERE (provider_id IS NOT NULL)`);
  }
}
