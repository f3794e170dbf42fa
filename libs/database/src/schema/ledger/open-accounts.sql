CREATE FUNCTION ledger.open_accounts(p_now timestamptz, p_id uuid[], p_owner uuid[], p_code text[], p_currency text[])
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'ledger', 'pg_temp'
AS $$
  WITH opened AS (
    INSERT INTO ledger.accounts (id, owner_id, code, currency, created_at)
    SELECT id, owner, code, currency, p_now FROM unnest(p_id, p_owner, p_code, p_currency) AS t(id, owner, code, currency)
    ON CONFLICT DO NOTHING
    RETURNING id, owner_id, currency
  )
  INSERT INTO ledger.balances (account_id, currency)
  SELECT id, currency FROM opened WHERE owner_id IS NOT NULL
$$;
REVOKE ALL ON FUNCTION ledger.open_accounts(p_now timestamptz, p_id uuid[], p_owner uuid[], p_code text[], p_currency text[]) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION ledger.open_accounts(p_now timestamptz, p_id uuid[], p_owner uuid[], p_code text[], p_currency text[]) TO payments_app;
