-- The restricted role that every app works as.
DO $$ BEGIN
  CREATE ROLE payments_app NOLOGIN;
EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL;
END $$;
DO $$ BEGIN
  IF NOT pg_has_role(current_user, 'payments_app', 'MEMBER') THEN
    EXECUTE format('GRANT payments_app TO %I', current_user);
  END IF;
END $$;

CREATE EXTENSION IF NOT EXISTS pg_trgm SCHEMA public;
CREATE EXTENSION IF NOT EXISTS btree_gin SCHEMA public;

CREATE SCHEMA ledger;
CREATE SCHEMA reports;
CREATE SCHEMA simulator;
GRANT USAGE ON SCHEMA public, ledger, reports, simulator TO payments_app;
ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO payments_app;
ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT USAGE ON SEQUENCES TO payments_app;
