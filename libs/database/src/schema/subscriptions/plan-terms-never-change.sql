CREATE FUNCTION plan_terms_never_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $$
      BEGIN
        IF (OLD.plan_id, OLD.owner_id, OLD.mode, OLD.amount_minor, OLD.currency, OLD.interval, OLD.interval_count, OLD.trial_days)
           IS DISTINCT FROM
           (NEW.plan_id, NEW.owner_id, NEW.mode, NEW.amount_minor, NEW.currency, NEW.interval, NEW.interval_count, NEW.trial_days)
        THEN RAISE EXCEPTION 'the terms of a plan never change';
        END IF;
        RETURN NEW;
      END $$;
