CREATE FUNCTION reschedule_test_deliveries()
 RETURNS trigger
 LANGUAGE plpgsql
AS $$
      DECLARE
        was_real boolean := TG_OP = 'INSERT' OR NOT OLD.moved;
      BEGIN
        IF TG_OP = 'UPDATE' AND (OLD.offset_ms, OLD.frozen_at IS NULL) = (NEW.offset_ms, NEW.frozen_at IS NULL)
           OR was_real AND NOT NEW.moved THEN
          RETURN NULL;
        END IF;
        -- First attempts are updated too, so that one that is being recorded waits for this change, or this change for it.
        UPDATE webhook_deliveries
           SET retry_at = CASE WHEN was_real AND attempts > by_hand AND due_at > NEW.frozen_at THEN due_at END
         WHERE status = 'pending' AND mode = 'test' AND owner_id = NEW.owner_id AND app_id = NEW.id AND retry_at IS NULL;
        UPDATE webhook_deliveries
           SET retry_at = CASE WHEN NEW.moved THEN retry_at END,
               due_at = CASE WHEN NOT NEW.moved THEN created_at
                             WHEN NEW.frozen_at IS NOT NULL THEN 'infinity'
                             ELSE retry_at - NEW.offset_ms * interval '1 millisecond' END
         WHERE status = 'pending' AND app_id = NEW.id AND retry_at IS NOT NULL;
        RETURN NULL;
      END $$;
