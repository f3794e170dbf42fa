import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * State of the card gateway simulator, apart from the product's own tables: it plays another company.
 * No card number is in it, only brand, last four digits and the behaviour that the number stood for.
 */
export class GatewaySimulator1763700000900 implements MigrationInterface {
  name = 'GatewaySimulator1763700000900';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE SCHEMA simulator`);
    await runner.query(`
      CREATE TABLE simulator.charges (
        id bigint GENERATED ALWAYS AS IDENTITY (START WITH 1000001) PRIMARY KEY,
        mode text NOT NULL CHECK (mode IN ('live', 'test')),
        tx_ref text NOT NULL,
        gw_ref text NOT NULL UNIQUE,
        status text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'successful', 'failed')),
        awaits text CHECK (awaits IN ('otp', 'challenge')),
        amount_minor bigint NOT NULL CHECK (amount_minor > 0),
        charged_minor bigint NOT NULL CHECK (charged_minor >= 0),
        refunded_minor bigint NOT NULL DEFAULT 0 CHECK (refunded_minor BETWEEN 0 AND charged_minor),
        currency text NOT NULL,
        email text NOT NULL,
        full_name text,
        merchant_name text,
        client_ip text,
        brand text NOT NULL,
        last4 text NOT NULL CHECK (length(last4) <= 4),
        card_token text,
        redirect_url text,
        challenge_hash bytea UNIQUE,
        processor_response text NOT NULL,
        created_at timestamptz NOT NULL,
        completed_at timestamptz,
        CHECK ((status = 'pending') = (completed_at IS NULL))
      )`);
    await runner.query(`CREATE INDEX charges_reference ON simulator.charges (mode, tx_ref)`);
    // One reference is paid once, also when two of its attempts are approved at the same moment.
    await runner.query(`
      CREATE UNIQUE INDEX charges_paid_once ON simulator.charges (mode, tx_ref) WHERE status = 'successful'`);
    await runner.query(
      `CREATE INDEX charges_open ON simulator.charges (created_at) WHERE status = 'pending'`,
    );
    await runner.query(`
      CREATE TABLE simulator.refunds (
        id bigint GENERATED ALWAYS AS IDENTITY (START WITH 5001) PRIMARY KEY,
        charge_id bigint NOT NULL REFERENCES simulator.charges,
        reference text NOT NULL,
        amount_minor bigint NOT NULL CHECK (amount_minor > 0),
        created_at timestamptz NOT NULL,
        UNIQUE (charge_id, reference)
      )`);
    await runner.query(`
      CREATE TABLE simulator.events (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        charge_id bigint NOT NULL REFERENCES simulator.charges,
        mode text NOT NULL,
        state text NOT NULL DEFAULT 'due' CHECK (state IN ('due', 'sent', 'given-up', 'no-receiver')),
        attempts int NOT NULL DEFAULT 0,
        due_at timestamptz NOT NULL,
        last_error text
      )`);
    await runner.query(`CREATE INDEX events_due ON simulator.events (due_at) WHERE state = 'due'`);
    await runner.query(`CREATE INDEX events_of_charge ON simulator.events (charge_id)`);
    await runner.query(`
      CREATE TABLE simulator.faults (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        mode text NOT NULL,
        operation text NOT NULL,
        kind text NOT NULL,
        ms int NOT NULL DEFAULT 0,
        remaining int NOT NULL
      )`);
    await runner.query(`GRANT USAGE ON SCHEMA simulator TO payments_app`);
    await runner.query(
      `GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA simulator TO payments_app`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP SCHEMA simulator CASCADE`);
  }
}
