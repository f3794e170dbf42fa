CREATE FUNCTION test_clock_of_test_app()
 RETURNS trigger
 LANGUAGE plpgsql
AS $$
      BEGIN
        IF NOT EXISTS (SELECT 1 FROM merchant_apps WHERE id = NEW.id AND owner_id = NEW.owner_id AND mode = 'test') THEN
          RAISE EXCEPTION 'a test clock belongs to a test app';
        END IF;
        RETURN NEW;
      END $$;
