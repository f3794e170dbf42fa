CREATE FUNCTION ledger.set_frozen(p_accounts uuid[], p_frozen boolean)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'ledger', 'pg_temp'
AS $$
        -- A wallet is all accounts of one owner in one currency. Locked in the order in which money moves.
        WITH wallet AS (
          SELECT b.account_id FROM ledger.balances b
           WHERE b.account_id IN (
             SELECT w.id FROM ledger.accounts a JOIN ledger.accounts w USING (owner_id, currency)
              WHERE a.id = ANY (p_accounts) AND a.owner_id IS NOT NULL)
           ORDER BY b.account_id FOR UPDATE
        )
        UPDATE ledger.balances b SET frozen = p_frozen FROM wallet w
         WHERE b.account_id = w.account_id AND b.frozen <> p_frozen
      $$;
REVOKE ALL ON FUNCTION ledger.set_frozen(p_accounts uuid[], p_frozen boolean) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION ledger.set_frozen(p_accounts uuid[], p_frozen boolean) TO payments_app;
