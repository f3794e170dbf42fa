import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Daily closes: what the chain of seals was at the end of each day, signed with a key the database does not have. */
export class Closes1763700001010 implements MigrationInterface {
  name = 'Closes1763700001010';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE ledger.closes (
        day date PRIMARY KEY,
        document text NOT NULL,
        signature text NOT NULL,
        key_id text NOT NULL,
        closed_at timestamptz NOT NULL
      );
      COMMENT ON TABLE ledger.closes IS 'Each is kept in a file outside the database too, so that a cut tail shows';
      CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON ledger.closes FOR EACH ROW EXECUTE FUNCTION ledger.refuse_change();
      CREATE TRIGGER no_truncate BEFORE TRUNCATE ON ledger.closes FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();
      GRANT SELECT ON ledger.closes TO payments_app;

      CREATE FUNCTION ledger.add_close(p_day date, p_document text, p_signature text, p_key_id text, p_now timestamptz)
        RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path = ledger, pg_temp AS $$
        INSERT INTO ledger.closes (day, document, signature, key_id, closed_at)
        SELECT p_day, p_document, p_signature, p_key_id, p_now
         WHERE NOT EXISTS (SELECT 1 FROM ledger.closes WHERE day > p_day)
        ON CONFLICT DO NOTHING
      $$;
      REVOKE EXECUTE ON FUNCTION ledger.add_close FROM PUBLIC;
      GRANT EXECUTE ON FUNCTION ledger.add_close TO payments_app;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP FUNCTION ledger.add_close; DROP TABLE ledger.closes;');
  }
}
