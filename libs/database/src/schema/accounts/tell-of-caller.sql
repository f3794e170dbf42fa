CREATE FUNCTION tell_of_caller()
 RETURNS trigger
 LANGUAGE plpgsql
AS $$
      BEGIN
        PERFORM pg_notify('callers', to_jsonb(CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END) ->> TG_ARGV[0]);
        RETURN NULL;
      END $$;
COMMENT ON FUNCTION tell_of_caller() IS 'tells every process to forget what it knows of the person whose id the column holds';
