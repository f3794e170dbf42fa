CREATE FUNCTION ledger.last_seq_at(p_account uuid, p_at timestamptz, p_disorder interval)
 RETURNS bigint
 LANGUAGE plpgsql
 STABLE
 SET search_path TO 'ledger', 'pg_temp'
 SET enable_seqscan TO 'off'
 SET plan_cache_mode TO 'force_generic_plan'
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
COMMENT ON FUNCTION ledger.last_seq_at(p_account uuid, p_at timestamptz, p_disorder interval) IS 'number of the last movement not later than p_at; 0 where there is none';
REVOKE ALL ON FUNCTION ledger.last_seq_at(p_account uuid, p_at timestamptz, p_disorder interval) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION ledger.last_seq_at(p_account uuid, p_at timestamptz, p_disorder interval) TO payments_app;
