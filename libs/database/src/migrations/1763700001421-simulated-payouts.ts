import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Transfers and payout batches of the simulated providers. Their status follows from the script and the time. */
export class SimulatedPayouts1763700001421 implements MigrationInterface {
  name = 'SimulatedPayouts1763700001421';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE simulator.transfers (
        id bigint GENERATED ALWAYS AS IDENTITY (START WITH 510001) PRIMARY KEY,
        mode text NOT NULL CHECK (mode IN ('live', 'test')),
        reference text NOT NULL,
        account_bank text NOT NULL,
        account_number text NOT NULL,
        beneficiary_name text NOT NULL,
        narration text NOT NULL,
        amount_minor bigint NOT NULL CHECK (amount_minor > 0),
        fee_minor bigint NOT NULL CHECK (fee_minor >= 0),
        currency text NOT NULL,
        script text NOT NULL,
        is_taken boolean NOT NULL,
        created_at timestamptz NOT NULL,
        final_at timestamptz NOT NULL,
        UNIQUE (mode, reference)
      );
      CREATE INDEX transfers_balance ON simulator.transfers (mode, currency);
      COMMENT ON COLUMN simulator.transfers.is_taken IS 'false: the first sending got no answer and was not carried out';

      CREATE TABLE simulator.payout_batches (
        id text PRIMARY KEY,
        item_id text NOT NULL UNIQUE,
        sender_batch_id text NOT NULL UNIQUE,
        request_id text NOT NULL,
        receiver text NOT NULL,
        amount_minor bigint NOT NULL CHECK (amount_minor > 0),
        currency text NOT NULL,
        script text NOT NULL,
        is_cancelled boolean NOT NULL DEFAULT false,
        created_at timestamptz NOT NULL,
        final_at timestamptz NOT NULL
      );

      CREATE TABLE simulator.payout_events (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        transfer_id bigint REFERENCES simulator.transfers,
        batch_id text REFERENCES simulator.payout_batches,
        state text NOT NULL DEFAULT 'due' CHECK (state IN ('due', 'sent', 'given-up')),
        attempts int NOT NULL DEFAULT 0,
        due_at timestamptz NOT NULL,
        CHECK ((transfer_id IS NULL) <> (batch_id IS NULL))
      );
      CREATE INDEX payout_events_due ON simulator.payout_events (due_at) WHERE state = 'due';
      GRANT SELECT, INSERT, UPDATE, DELETE ON simulator.transfers, simulator.payout_batches, simulator.payout_events
        TO payments_app;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'DROP TABLE simulator.payout_events; DROP TABLE simulator.payout_batches; DROP TABLE simulator.transfers',
    );
  }
}
