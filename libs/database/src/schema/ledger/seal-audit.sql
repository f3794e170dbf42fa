CREATE FUNCTION ledger.seal_audit(p_limit int)
 RETURNS int
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'ledger', 'public', 'pg_temp'
AS $$
DECLARE
  last record; e public.audit_log; previous bytea; chain bytea; place bigint; sealed int := 0;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('ledger.seal_audit', 0));
  SELECT s.position, s.xid, s.entry_id, s.hash INTO last FROM ledger.audit_seals s ORDER BY s.position DESC LIMIT 1;
  chain := coalesce(last.hash, sha256('audit'::bytea));
  place := coalesce(last.position, 0);
  FOR e IN
    SELECT * FROM public.audit_log
     WHERE (xid, id) > (coalesce(last.xid, '0'::xid8), coalesce(last.entry_id, '00000000-0000-0000-0000-000000000000'::uuid))
       AND xid < pg_snapshot_xmin(pg_current_snapshot())
     ORDER BY xid, id LIMIT p_limit
  LOOP
    place := place + 1;
    sealed := sealed + 1;
    previous := chain;
    chain := sha256(previous || ledger.audit_digest(e));
    INSERT INTO ledger.audit_seals (position, entry_id, xid, previous_hash, hash) VALUES (place, e.id, e.xid, previous, chain);
  END LOOP;
  RETURN sealed;
END $$;
REVOKE ALL ON FUNCTION ledger.seal_audit(p_limit int) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION ledger.seal_audit(p_limit int) TO payments_app;
