CREATE FUNCTION retry_of_test_delivery(app uuid, tried_at timestamptz, due_at timestamptz, OUT due timestamptz, OUT retry timestamptz)
 RETURNS record
 LANGUAGE plpgsql
AS $$
      BEGIN
        SELECT CASE WHEN c.frozen_at IS NULL THEN due_at ELSE 'infinity' END,
               coalesce(c.frozen_at, tried_at + c.offset_ms * interval '1 millisecond') + (due_at - tried_at)
          INTO due, retry FROM test_clocks c WHERE c.id = app AND c.moved;
        due := coalesce(due, due_at);
      END $$;
