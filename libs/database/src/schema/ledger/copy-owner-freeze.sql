CREATE FUNCTION ledger.copy_owner_freeze()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'ledger', 'pg_temp'
AS $$
      BEGIN
        -- Locked in the order in which money moves.
        WITH available AS (
          SELECT b.account_id FROM ledger.balances b
           WHERE b.account_id IN (SELECT a.id FROM ledger.accounts a WHERE a.owner_id = NEW.id AND a.code = 'available')
           ORDER BY b.account_id FOR UPDATE
        )
        UPDATE ledger.balances b SET owner_frozen = NEW.frozen_at IS NOT NULL FROM available
         WHERE b.account_id = available.account_id;
        RETURN NULL;
      END $$;
REVOKE ALL ON FUNCTION ledger.copy_owner_freeze() FROM PUBLIC;
