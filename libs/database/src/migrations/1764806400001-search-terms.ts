import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Terms by which owners find their payments and withdrawals, and what sessions and attempts say of failures and cards. */
export class SearchTerms1764806400001 implements MigrationInterface {
  name = 'SearchTerms1764806400001';
  readonly lib = 'search';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE search_terms (
        owner_id uuid NOT NULL,
        mode text NOT NULL,
        kind text NOT NULL,
        term text NOT NULL,
        at timestamptz NOT NULL,
        object_id uuid NOT NULL,
        CHECK (mode IN ('live', 'test'))
      );
      COMMENT ON TABLE search_terms IS 'texts by which owners find their objects';
      COMMENT ON COLUMN search_terms.term IS 'a letter for what it is, a colon and the text in lower case';
      COMMENT ON COLUMN search_terms.at IS 'when the object was created';
      CREATE UNIQUE INDEX search_terms_found ON search_terms (owner_id, mode, kind, term text_pattern_ops, at, object_id);
      CREATE INDEX search_terms_term ON search_terms USING hash (term);

      CREATE TABLE search_queue (
        kind text NOT NULL,
        object_id uuid NOT NULL,
        at timestamptz NOT NULL DEFAULT now()
      );
      COMMENT ON TABLE search_queue IS 'new objects whose terms are to be written';

      CREATE TABLE search_slices (
        kind text NOT NULL,
        below uuid NOT NULL,
        PRIMARY KEY (kind)
      );
      COMMENT ON TABLE search_slices IS 'where the job goes on that indexes objects of before the terms';

      CREATE FUNCTION queue_new_payments() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
          INSERT INTO search_queue (kind, object_id) SELECT 'payment', id FROM added WHERE purpose <> 'deposit';
          RETURN NULL;
        END $$;
      CREATE TRIGGER checkout_sessions_searched AFTER INSERT ON checkout_sessions
        REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION queue_new_payments();

      CREATE FUNCTION queue_payment_of_card() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
          INSERT INTO search_queue (kind, object_id) VALUES ('payment', new.checkout_session_id);
          RETURN NULL;
        END $$;

      CREATE FUNCTION queue_new_withdrawals() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
          INSERT INTO search_queue (kind, object_id) SELECT 'withdrawal', id FROM added;
          RETURN NULL;
        END $$;
      CREATE TRIGGER withdrawals_searched AFTER INSERT ON withdrawals
        REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION queue_new_withdrawals();

      ALTER TABLE checkout_sessions ADD COLUMN failure text;
      COMMENT ON COLUMN checkout_sessions.failure IS 'why the last attempt to pay it failed; null: none has, or a later one is under way or has paid';
      ALTER TABLE checkout_attempts ADD COLUMN card_brand text, ADD COLUMN card_last4 text CHECK (card_last4 ~ '^\\d{4}$');
      CREATE TRIGGER checkout_attempts_card_added AFTER INSERT ON checkout_attempts FOR EACH ROW
        WHEN (new.card_last4 IS NOT NULL) EXECUTE FUNCTION queue_payment_of_card();
      CREATE TRIGGER checkout_attempts_card_named AFTER UPDATE OF card_last4 ON checkout_attempts FOR EACH ROW
        WHEN (new.card_last4 IS DISTINCT FROM old.card_last4) EXECUTE FUNCTION queue_payment_of_card()`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TRIGGER checkout_attempts_card_named ON checkout_attempts;
      DROP TRIGGER checkout_attempts_card_added ON checkout_attempts;
      ALTER TABLE checkout_attempts DROP COLUMN card_brand, DROP COLUMN card_last4;
      ALTER TABLE checkout_sessions DROP COLUMN failure;
      DROP TRIGGER withdrawals_searched ON withdrawals;
      DROP TRIGGER checkout_sessions_searched ON checkout_sessions;
      DROP FUNCTION queue_new_withdrawals, queue_payment_of_card, queue_new_payments;
      DROP TABLE search_slices, search_queue, search_terms`);
  }
}
