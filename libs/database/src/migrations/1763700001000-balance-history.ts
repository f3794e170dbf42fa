import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Finds how an account stood at a past instant with some twenty look-ups, however many movements it has. */
export class BalanceHistory1763700001000 implements MigrationInterface {
  name = 'BalanceHistory1763700001000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE FUNCTION ledger.last_seq_at(p_account uuid, p_at timestamptz, p_disorder interval) RETURNS bigint
        LANGUAGE plpgsql STABLE
        SET search_path = ledger, pg_temp SET enable_seqscan = off SET plan_cache_mode = force_generic_plan
      AS $$
      DECLARE
        low bigint := 0; high bigint; middle bigint; moved timestamptz; found bigint;
      BEGIN
        SELECT seq INTO high FROM ledger.balances WHERE account_id = p_account;
        -- Times of neighbours may disagree with their numbers by p_disorder: everything above the place found here
        -- is later than p_at for certain.
        WHILE low < high LOOP
          middle := (low + high + 1) / 2;
          SELECT created_at INTO moved FROM ledger.legs WHERE account_id = p_account AND seq = middle;
          IF moved <= p_at + p_disorder THEN low := middle; ELSE high := middle - 1; END IF;
        END LOOP;
        SELECT seq INTO found FROM ledger.legs
         WHERE account_id = p_account AND seq <= low AND created_at <= p_at ORDER BY seq DESC LIMIT 1;
        RETURN coalesce(found, 0);
      END $$;
      COMMENT ON FUNCTION ledger.last_seq_at IS 'number of the last movement not later than p_at; 0 where there is none';
      REVOKE EXECUTE ON FUNCTION ledger.last_seq_at FROM PUBLIC;
      GRANT EXECUTE ON FUNCTION ledger.last_seq_at TO payments_app;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP FUNCTION ledger.last_seq_at');
  }
}
