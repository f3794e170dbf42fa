import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Deposits by card. Of a card nothing is kept but the gateway's own references. */
export class Deposits1763700000700 implements MigrationInterface {
  name = 'Deposits1763700000700';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE deposits (
        id uuid PRIMARY KEY,
        version int NOT NULL,
        tx_ref text NOT NULL CONSTRAINT deposits_tx_ref_key UNIQUE,
        owner_id uuid NOT NULL,
        method text NOT NULL CHECK (method IN ('gateway', 'checkout')),
        currency char(3) NOT NULL,
        amount_minor bigint NOT NULL CHECK (amount_minor > 0),
        redirect_url text,
        status text NOT NULL CHECK (status IN ('pending', 'processing', 'awaiting', 'failed', 'successful')),
        attempts int NOT NULL CHECK (attempts >= 0),
        attempt_started_at timestamptz,
        request_key text,
        gw_ref text,
        auth_mode text CHECK (auth_mode IN ('pin', 'otp', 'redirect')),
        tries int NOT NULL CHECK (tries BETWEEN 0 AND 5),
        check_at timestamptz,
        failure_reason text,
        credited_transactions text[] NOT NULL,
        credited_currency char(3),
        credited_minor bigint CHECK (credited_minor > 0),
        created_at timestamptz NOT NULL,
        updated_at timestamptz NOT NULL,
        completed_at timestamptz,
        CONSTRAINT deposits_open_while_charged CHECK (status NOT IN ('processing', 'awaiting') OR check_at IS NOT NULL),
        CONSTRAINT deposits_credited_once_successful CHECK (
          (status = 'successful') = (completed_at IS NOT NULL)
          AND (status = 'successful') = (credited_minor IS NOT NULL)
          AND (status = 'successful') = (credited_currency IS NOT NULL)
          AND (status = 'successful') = (cardinality(credited_transactions) > 0))
      );
      CREATE INDEX deposits_owner ON deposits (owner_id, created_at);
      CREATE INDEX deposits_request_key ON deposits (owner_id, request_key) WHERE request_key IS NOT NULL;
      CREATE INDEX deposits_gw_ref ON deposits (owner_id, gw_ref) WHERE gw_ref IS NOT NULL;
      CREATE INDEX deposits_due ON deposits (check_at) WHERE check_at IS NOT NULL;
      COMMENT ON COLUMN deposits.check_at IS 'when to ask the gateway what became of the current charge; null: its end is known';
      COMMENT ON COLUMN deposits.credited_transactions IS 'ids at the gateway; ledger.once holds each to one credit';

      CREATE FUNCTION deposits_stay_credited() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        RAISE EXCEPTION 'a credited deposit stays credited as it was' USING ERRCODE = 'check_violation';
      END $$;
      CREATE TRIGGER deposits_terminal BEFORE UPDATE ON deposits FOR EACH ROW
        WHEN (OLD.status = 'successful' AND (NEW.status, NEW.credited_minor, NEW.credited_currency)
                IS DISTINCT FROM (OLD.status, OLD.credited_minor, OLD.credited_currency))
        EXECUTE FUNCTION deposits_stay_credited();
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE deposits; DROP FUNCTION deposits_stay_credited;');
  }
}
