import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Retries of webhooks follow the test clock of their app from its first move on, also those that waited before. */
export class RetriesByTestClocks1763700002080 implements MigrationInterface {
  name = 'RetriesByTestClocks1763700002080';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE OR REPLACE FUNCTION reschedule_test_deliveries() RETURNS trigger LANGUAGE plpgsql AS $$
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
      DROP TRIGGER test_clocks_deliveries ON test_clocks;
      CREATE TRIGGER test_clocks_deliveries AFTER INSERT OR UPDATE ON test_clocks
        FOR EACH ROW EXECUTE FUNCTION reschedule_test_deliveries();

      -- Volatile: after an update of the delivery had to wait for a change of the clock, it sees the change.
      CREATE FUNCTION retry_of_test_delivery(app uuid, tried_at timestamptz, due_at timestamptz,
                                             OUT due timestamptz, OUT retry timestamptz) LANGUAGE plpgsql VOLATILE AS $$
      BEGIN
        SELECT CASE WHEN c.frozen_at IS NULL THEN due_at ELSE 'infinity' END,
               coalesce(c.frozen_at, tried_at + c.offset_ms * interval '1 millisecond') + (due_at - tried_at)
          INTO due, retry FROM test_clocks c WHERE c.id = app AND c.moved;
        due := coalesce(due, due_at);
      END $$;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP FUNCTION retry_of_test_delivery;
      DROP TRIGGER test_clocks_deliveries ON test_clocks;
      CREATE OR REPLACE FUNCTION reschedule_test_deliveries() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF (OLD.offset_ms, OLD.frozen_at) IS DISTINCT FROM (NEW.offset_ms, NEW.frozen_at) THEN
          UPDATE webhook_deliveries
             SET retry_at = CASE WHEN NEW.moved THEN retry_at END,
                 due_at = CASE WHEN NOT NEW.moved THEN created_at
                               WHEN NEW.frozen_at IS NOT NULL THEN 'infinity'
                               ELSE retry_at - NEW.offset_ms * interval '1 millisecond' END
           WHERE status = 'pending' AND app_id = NEW.id AND retry_at IS NOT NULL;
        END IF;
        RETURN NULL;
      END $$;
      CREATE TRIGGER test_clocks_deliveries AFTER UPDATE ON test_clocks
        FOR EACH ROW EXECUTE FUNCTION reschedule_test_deliveries();
    `);
  }
}
