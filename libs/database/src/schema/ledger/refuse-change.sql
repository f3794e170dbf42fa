CREATE FUNCTION ledger.refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $$
      BEGIN
        RAISE EXCEPTION '% on ledger.% is refused: the books are append-only', TG_OP, TG_TABLE_NAME USING ERRCODE = '42501';
      END $$;
REVOKE ALL ON FUNCTION ledger.refuse_change() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION ledger.refuse_change() TO payments_app;
