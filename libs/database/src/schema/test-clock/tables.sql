CREATE TABLE test_clocks (
  id uuid NOT NULL,
  owner_id uuid NOT NULL,
  offset_ms bigint NOT NULL DEFAULT 0,
  frozen_at timestamptz,
  status text NOT NULL,
  target timestamptz,
  freezes boolean NOT NULL DEFAULT false,
  advanced_from timestamptz,
  started_at timestamptz,
  finished_at timestamptz,
  steps int NOT NULL DEFAULT 0,
  ran int NOT NULL DEFAULT 0,
  timeline jsonb NOT NULL DEFAULT '[]'::jsonb,
  outstanding jsonb NOT NULL DEFAULT '[]'::jsonb,
  holder uuid,
  lease_until timestamptz,
  version int NOT NULL,
  moved boolean NOT NULL GENERATED ALWAYS AS (((offset_ms <> 0) OR (frozen_at IS NOT NULL))) STORED,
  stopped text,
  PRIMARY KEY (id),
  CHECK (offset_ms::numeric >= '-1000000000000'::numeric AND offset_ms::numeric <= '1000000000000'::numeric),
  CHECK (status IN ('idle', 'advancing')),
  CONSTRAINT test_clocks_target CHECK ((status = 'advancing') = (target IS NOT NULL)),
  CONSTRAINT test_clocks_standing CHECK (status = 'idle' OR frozen_at IS NOT NULL),
  CHECK (stopped = 'quota')
);
COMMENT ON TABLE test_clocks IS 'business time of the test objects of an app; without a row it is the real time';
COMMENT ON COLUMN test_clocks.id IS 'the app';
COMMENT ON COLUMN test_clocks.offset_ms IS 'business time minus real time, while it is not frozen';
COMMENT ON COLUMN test_clocks.frozen_at IS 'where the time stands still; set during an advance too';
COMMENT ON COLUMN test_clocks.stopped IS 'why the last advance ended before its target';
CREATE INDEX test_clocks_advancing ON test_clocks (lease_until) WHERE (status = 'advancing');
CREATE TRIGGER test_clocks_app BEFORE INSERT ON test_clocks FOR EACH ROW EXECUTE FUNCTION test_clock_of_test_app();
CREATE TRIGGER test_clocks_deliveries AFTER INSERT OR UPDATE ON test_clocks FOR EACH ROW EXECUTE FUNCTION reschedule_test_deliveries();
