CREATE FUNCTION tell_of_all_callers()
 RETURNS trigger
 LANGUAGE plpgsql
AS $$
      BEGIN
        PERFORM pg_notify('callers', '');
        RETURN NULL;
      END $$;
