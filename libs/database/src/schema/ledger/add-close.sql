CREATE FUNCTION ledger.add_close(p_day date, p_document text, p_signature text, p_key_id text, p_now timestamptz)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'ledger', 'pg_temp'
AS $$
        INSERT INTO ledger.closes (day, document, signature, key_id, closed_at)
        SELECT p_day, p_document, p_signature, p_key_id, p_now
         WHERE NOT EXISTS (SELECT 1 FROM ledger.closes WHERE day > p_day)
        ON CONFLICT DO NOTHING
      $$;
REVOKE ALL ON FUNCTION ledger.add_close(p_day date, p_document text, p_signature text, p_key_id text, p_now timestamptz) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION ledger.add_close(p_day date, p_document text, p_signature text, p_key_id text, p_now timestamptz) TO payments_app;
