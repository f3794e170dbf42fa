CREATE FUNCTION ledger.is_received(p_kind text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
AS $$
  SELECT p_kind IN ('checkout', 'invoice', 'subscription', 'transfer', 'payroll', 'escrow_release', 'unapplied_credit')
$$;
REVOKE ALL ON FUNCTION ledger.is_received(p_kind text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION ledger.is_received(p_kind text) TO payments_app;
