CREATE FUNCTION deposits_stay_credited()
 RETURNS trigger
 LANGUAGE plpgsql
AS $$
      BEGIN
        RAISE EXCEPTION 'a credited deposit stays credited as it was' USING ERRCODE = 'check_violation';
      END $$;
