CREATE FUNCTION withdrawals_keep_terminal()
 RETURNS trigger
 LANGUAGE plpgsql
AS $$
      BEGIN
        RAISE EXCEPTION 'withdrawal % is %: it cannot change any more', OLD.id, OLD.status USING ERRCODE = 'check_violation';
      END $$;
