CREATE FUNCTION escrow_keep_terminal()
 RETURNS trigger
 LANGUAGE plpgsql
AS $$
      BEGIN
        RAISE EXCEPTION '% % is %: it cannot change any more', TG_TABLE_NAME, OLD.id, OLD.status USING ERRCODE = 'check_violation';
      END $$;
