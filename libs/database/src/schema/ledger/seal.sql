CREATE FUNCTION ledger.seal(p_limit int)
 RETURNS int
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'ledger', 'public', 'pg_temp'
AS $$
DECLARE
  last record; j ledger.journals; chain bytea; place bigint; sealed int := 0;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('ledger.seal', 0));
  SELECT s.position, s.xid, s.journal_id, s.hash INTO last FROM ledger.seals s ORDER BY s.position DESC LIMIT 1;
  chain := coalesce(last.hash, sha256('ledger'::bytea));
  place := coalesce(last.position, 0);
  FOR j IN
    SELECT * FROM ledger.journals
     WHERE (xid, id) > (coalesce(last.xid, '0'::xid8), coalesce(last.journal_id, '00000000-0000-0000-0000-000000000000'::uuid))
       AND xid < pg_snapshot_xmin(pg_current_snapshot())
     ORDER BY xid, id LIMIT p_limit
  LOOP
    place := place + 1;
    sealed := sealed + 1;
    chain := sha256(chain || ledger.journal_digest(j));
    INSERT INTO ledger.seals (position, journal_id, xid, hash) VALUES (place, j.id, j.xid, chain);
    INSERT INTO ledger.service_balances (account_id, balance_minor)
    SELECT a.id, sum(t.amount) FROM unnest(j.accounts, j.amounts) AS t(account, amount)
      JOIN ledger.accounts a ON a.id = t.account AND a.owner_id IS NULL GROUP BY a.id
    ON CONFLICT (account_id) DO UPDATE SET balance_minor = service_balances.balance_minor + excluded.balance_minor;
  END LOOP;
  RETURN sealed;
END $$;
REVOKE ALL ON FUNCTION ledger.seal(p_limit int) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION ledger.seal(p_limit int) TO payments_app;
