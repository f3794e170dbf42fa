import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What the story of an object is read from, beside the tables of its lib. */
export class Trail1764806400000 implements MigrationInterface {
  name = 'Trail1764806400000';
  readonly lib = 'trail';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE journal_links (
        position bigint NOT NULL,
        journal_id uuid NOT NULL,
        related_type text NOT NULL,
        related_id text NOT NULL,
        reference text,
        PRIMARY KEY (position)
      );
      COMMENT ON TABLE journal_links IS 'journals by what they are about; not in the ledger, whose commits would pay for the indexes';
      COMMENT ON COLUMN journal_links.position IS 'in ledger.seals';
      CREATE INDEX journal_links_related ON journal_links (related_id);
      CREATE INDEX journal_links_reference ON journal_links (reference);
      REVOKE UPDATE, DELETE ON journal_links FROM payments_app;

      CREATE TABLE gateway_exchanges (
        id uuid NOT NULL,
        at timestamptz NOT NULL,
        ours text,
        theirs text,
        path text NOT NULL,
        outcome text NOT NULL,
        ms int NOT NULL,
        fields jsonb NOT NULL,
        PRIMARY KEY (id)
      );
      COMMENT ON TABLE gateway_exchanges IS 'requests to payment companies';
      COMMENT ON COLUMN gateway_exchanges.ours IS 'what the request names: our reference, or the id of a chargeback at the company';
      COMMENT ON COLUMN gateway_exchanges.theirs IS 'the id at the company';
      COMMENT ON COLUMN gateway_exchanges.path IS 'with the method, without ids';
      COMMENT ON COLUMN gateway_exchanges.outcome IS 'HTTP status of the answer, or why there was none';
      COMMENT ON COLUMN gateway_exchanges.fields IS 'of the answer: status, amount, currency and fee';
      CREATE INDEX gateway_exchanges_ours ON gateway_exchanges (ours, at) WHERE (ours IS NOT NULL);
      CREATE INDEX gateway_exchanges_age ON gateway_exchanges USING brin (at);

      CREATE TABLE notes (
        id uuid NOT NULL,
        object_id text NOT NULL,
        staff_id uuid NOT NULL,
        text text NOT NULL,
        created_at timestamptz NOT NULL,
        version int NOT NULL,
        PRIMARY KEY (id)
      );
      COMMENT ON TABLE notes IS 'what staff wrote about objects; never changed';
      CREATE INDEX notes_object ON notes (object_id, created_at DESC, id DESC);
      REVOKE UPDATE, DELETE ON notes FROM payments_app;

      CREATE INDEX IF NOT EXISTS app_events_object ON app_events (app_id, object_id, sequence) WHERE (object_id IS NOT NULL);
      CREATE INDEX mails_event ON mails (event_id);
      CREATE INDEX payroll_batches_id ON payroll_batches (id)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP INDEX payroll_batches_id, mails_event;
      DROP INDEX IF EXISTS app_events_object;
      DROP TABLE notes, gateway_exchanges, journal_links`);
  }
}
