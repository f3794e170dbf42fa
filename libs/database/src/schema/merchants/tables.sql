CREATE TABLE api_keys (
  hash bytea NOT NULL,
  app_id uuid NOT NULL,
  owner_id uuid NOT NULL,
  kind text NOT NULL,
  prefix text NOT NULL,
  last4 text NOT NULL,
  public_key text,
  created_at timestamptz NOT NULL,
  expires_at timestamptz,
  PRIMARY KEY (hash),
  CHECK (octet_length(hash) = 32),
  CHECK (kind IN ('secret', 'public')),
  CHECK (prefix IN ('sk_live_', 'pk_live_', 'sk_test_', 'pk_test_', 'ck_sec_', 'ck_pub_')),
  CHECK (length(last4) = 4),
  CHECK ((public_key IS NOT NULL) = (kind = 'public'))
);
COMMENT ON COLUMN api_keys.hash IS 'SHA-256 of the whole key; secret keys are kept in no other form';
COMMENT ON COLUMN api_keys.expires_at IS 'set when the key was rotated out or revoked';
CREATE INDEX api_keys_app ON api_keys (app_id, created_at);

CREATE TABLE merchant_apps (
  id uuid NOT NULL,
  version int NOT NULL,
  owner_id uuid NOT NULL,
  mode text NOT NULL,
  name text NOT NULL,
  scopes text[],
  allowed_ips text[] NOT NULL,
  allowed_origins text[] NOT NULL,
  rate_limit_per_min int,
  created_at timestamptz NOT NULL,
  revoked_at timestamptz,
  success_url text,
  cancel_url text,
  PRIMARY KEY (id),
  CHECK (mode IN ('live', 'test')),
  CHECK (cardinality(scopes) > 0),
  CHECK (cardinality(allowed_ips) <= 50),
  CHECK (cardinality(allowed_origins) <= 50),
  CHECK (rate_limit_per_min > 0)
);
COMMENT ON COLUMN merchant_apps.scopes IS 'null: full access';
COMMENT ON COLUMN merchant_apps.success_url IS 'where buyers go back to, of sessions that name no place of their own';
CREATE INDEX merchant_apps_owner ON merchant_apps (owner_id, id);

CREATE TABLE webhook_endpoints (
  id uuid NOT NULL,
  version int NOT NULL,
  app_id uuid NOT NULL,
  owner_id uuid NOT NULL,
  mode text NOT NULL,
  url text,
  events text[] NOT NULL,
  secret_ciphertext bytea NOT NULL,
  created_at timestamptz NOT NULL,
  disabled_at timestamptz,
  old_secret_ciphertext bytea,
  old_secret_expires_at timestamptz,
  disabled_for text,
  PRIMARY KEY (id),
  CHECK (mode IN ('live', 'test')),
  CHECK (cardinality(events) > 0),
  CHECK (disabled_for IN ('owner', 'failing')),
  CHECK ((old_secret_ciphertext IS NULL) = (old_secret_expires_at IS NULL)),
  CONSTRAINT webhook_endpoints_check1 CHECK ((disabled_at IS NULL) = (disabled_for IS NULL))
);
COMMENT ON COLUMN webhook_endpoints.url IS 'null: made with its app, secret and all, and waiting for an address';
COMMENT ON COLUMN webhook_endpoints.old_secret_ciphertext IS 'the secret before the last rotation; signs beside the new one until it expires';
CREATE INDEX webhook_endpoints_owner ON webhook_endpoints (owner_id, mode);
CREATE INDEX webhook_endpoints_app ON webhook_endpoints (app_id);
CREATE INDEX webhook_endpoints_sealed_under ON webhook_endpoints (SUBSTRING(secret_ciphertext FROM 1 FOR 4));
CREATE INDEX webhook_endpoints_old_sealed_under ON webhook_endpoints (SUBSTRING(old_secret_ciphertext FROM 1 FOR 4)) WHERE (old_secret_ciphertext IS NOT NULL);
