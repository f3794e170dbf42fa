CREATE TABLE account_reports (
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  reported_at timestamptz NOT NULL,
  PRIMARY KEY (id)
);
COMMENT ON TABLE account_reports IS 'used links of security mails (not-me); id is the event that the mail reported';
CREATE INDEX account_reports_user ON account_reports (user_id, reported_at);

CREATE TABLE email_changes (
  user_id uuid NOT NULL,
  id uuid NOT NULL,
  new_email text NOT NULL,
  tries smallint NOT NULL DEFAULT 0,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (user_id),
  CHECK (new_email = lower(new_email)),
  CHECK (tries >= 0 AND tries <= 5)
) WITH (fillfactor=70);
COMMENT ON TABLE email_changes IS 'one per account, the newest; the code is derived from the id under a key, never stored';
CREATE INDEX email_changes_age ON email_changes (expires_at);

CREATE TABLE email_codes (
  user_id uuid NOT NULL,
  id uuid NOT NULL,
  tries smallint NOT NULL DEFAULT 0,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (user_id),
  CHECK (tries >= 0 AND tries <= 5)
) WITH (fillfactor=70);
COMMENT ON TABLE email_codes IS 'one per person, the newest; the code itself is derived from its id under a key, never stored';
CREATE INDEX email_codes_age ON email_codes (expires_at);

CREATE TABLE password_resets (
  id uuid NOT NULL,
  email text NOT NULL,
  expires_at timestamptz NOT NULL,
  used_at timestamptz,
  PRIMARY KEY (id)
);
COMMENT ON TABLE password_resets IS 'asked for with any address, whether or not it has an account; the token is derived from the id under a key';
CREATE INDEX password_resets_open ON password_resets (email) WHERE (used_at IS NULL);
CREATE INDEX password_resets_age ON password_resets (expires_at);

CREATE TABLE password_tries (
  user_id uuid NOT NULL,
  tries smallint NOT NULL,
  locked_until timestamptz,
  PRIMARY KEY (user_id),
  CHECK (tries >= 0 AND tries <= 5)
) WITH (fillfactor=70);
COMMENT ON TABLE password_tries IS 'wrong current passwords in a row of requests with a session; a right one deletes the row';

CREATE TABLE phone_codes (
  user_id uuid NOT NULL,
  id uuid NOT NULL,
  phone text NOT NULL,
  tries smallint NOT NULL DEFAULT 0,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (user_id),
  CHECK (tries >= 0 AND tries <= 5)
) WITH (fillfactor=70);
COMMENT ON TABLE phone_codes IS 'one per account, the newest; the code is derived from the id under a key, never stored';
CREATE INDEX phone_codes_age ON phone_codes (expires_at);

CREATE TABLE two_factors (
  id uuid NOT NULL,
  version int NOT NULL,
  secret_ciphertext bytea NOT NULL,
  last_step bigint NOT NULL,
  enabled_at timestamptz,
  wrong_tries smallint NOT NULL DEFAULT 0,
  locked_until timestamptz,
  PRIMARY KEY (id),
  CHECK (wrong_tries >= 0 AND wrong_tries <= 5),
  CHECK (locked_until IS NULL OR wrong_tries = 5)
);
COMMENT ON TABLE two_factors IS 'id is the user''s; last_step is the newest TOTP step that was accepted';
CREATE INDEX two_factors_sealed_under ON two_factors (SUBSTRING(secret_ciphertext FROM 1 FOR 4));
CREATE TRIGGER tell_of_two_factor AFTER UPDATE OF enabled_at ON two_factors FOR EACH ROW WHEN (new.enabled_at IS DISTINCT FROM old.enabled_at) EXECUTE FUNCTION tell_of_caller('id');
CREATE TRIGGER tell_of_presence AFTER INSERT OR DELETE ON two_factors FOR EACH ROW EXECUTE FUNCTION tell_of_caller('id');
CREATE TRIGGER tell_of_truncation AFTER TRUNCATE ON two_factors FOR EACH STATEMENT EXECUTE FUNCTION tell_of_all_callers();

CREATE TABLE recovery_codes (
  user_id uuid NOT NULL,
  code_hmac bytea NOT NULL,
  used_at timestamptz,
  PRIMARY KEY (user_id, code_hmac),
  FOREIGN KEY (user_id) REFERENCES two_factors(id) ON DELETE CASCADE,
  CHECK (octet_length(code_hmac) = 32)
);
COMMENT ON TABLE recovery_codes IS 'ten of each second factor in use, under a key that is not in the database';

CREATE TABLE refresh_tokens (
  token_hash bytea NOT NULL,
  session_id uuid NOT NULL,
  expires_at timestamptz NOT NULL,
  rotated_at timestamptz,
  rotated_ip text,
  rotated_device uuid,
  PRIMARY KEY (token_hash),
  CHECK (octet_length(token_hash) = 32)
);
COMMENT ON COLUMN refresh_tokens.rotated_ip IS 'address that exchanged the token';
COMMENT ON COLUMN refresh_tokens.rotated_device IS 'session of the device token that came with the exchange';
CREATE INDEX refresh_tokens_age ON refresh_tokens (expires_at);

CREATE TABLE sessions (
  id uuid NOT NULL,
  version int NOT NULL,
  user_id uuid NOT NULL,
  device text,
  ip text NOT NULL,
  created_at timestamptz NOT NULL,
  last_used_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  ended_at timestamptz,
  end_reason text,
  proved_at timestamptz,
  PRIMARY KEY (id),
  CHECK ((ended_at IS NULL) = (end_reason IS NULL))
);
COMMENT ON COLUMN sessions.proved_at IS 'the newest code of the second factor in this session';
CREATE INDEX sessions_user ON sessions (user_id, last_used_at);
CREATE INDEX sessions_age ON sessions (expires_at);
CREATE TRIGGER tell_of_end AFTER UPDATE OF ended_at, expires_at ON sessions FOR EACH ROW WHEN (new.ended_at IS DISTINCT FROM old.ended_at OR new.expires_at < old.expires_at) EXECUTE FUNCTION tell_of_caller('user_id');
CREATE TRIGGER tell_of_removal AFTER DELETE ON sessions FOR EACH ROW WHEN (old.ended_at IS NULL AND old.expires_at > now()) EXECUTE FUNCTION tell_of_caller('user_id');
CREATE TRIGGER tell_of_truncation AFTER TRUNCATE ON sessions FOR EACH STATEMENT EXECUTE FUNCTION tell_of_all_callers();
CREATE TRIGGER tell_of_proof AFTER UPDATE OF proved_at ON sessions FOR EACH ROW WHEN (new.proved_at IS DISTINCT FROM old.proved_at) EXECUTE FUNCTION tell_of_caller('user_id');

CREATE TABLE staff_invitations (
  user_id uuid NOT NULL,
  role text NOT NULL,
  token_hash bytea NOT NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (user_id),
  UNIQUE (token_hash),
  CHECK (role IN ('support', 'finance', 'compliance', 'admin')),
  CHECK (octet_length(token_hash) = 32)
);
COMMENT ON TABLE staff_invitations IS 'one per account; a later link replaces it, and its use removes it';

CREATE TABLE transaction_pins (
  user_id uuid NOT NULL,
  pin_hmac bytea NOT NULL,
  wrong_tries smallint NOT NULL DEFAULT 0,
  locked_until timestamptz,
  set_at timestamptz NOT NULL,
  PRIMARY KEY (user_id),
  CHECK (octet_length(pin_hmac) = 32),
  CHECK (wrong_tries >= 0 AND wrong_tries <= 5)
);

CREATE TABLE user_preferences (
  user_id uuid NOT NULL,
  key text NOT NULL,
  value jsonb NOT NULL,
  set_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, key)
);

CREATE TABLE users (
  id uuid NOT NULL,
  version int NOT NULL,
  account_type text NOT NULL,
  email text NOT NULL,
  email_verified_at timestamptz,
  password_hash text NOT NULL,
  first_name text NOT NULL,
  last_name text NOT NULL,
  business_name text,
  usertag text NOT NULL,
  phone text,
  phone_verified_at timestamptz,
  country_code text NOT NULL,
  currency text NOT NULL,
  kyc_level int NOT NULL,
  kyc_status text NOT NULL,
  kyb_status text NOT NULL,
  staff_role text,
  referral_code text NOT NULL,
  referred_by uuid,
  frozen_at timestamptz,
  created_at timestamptz NOT NULL,
  words tsvector GENERATED ALWAYS AS (to_tsvector('simple'::regconfig, ((((((first_name || ' ') || last_name) || ' ') || COALESCE(business_name, '')) || ' ') || usertag))) STORED,
  closed_at timestamptz,
  legal_hold boolean NOT NULL DEFAULT false,
  blanked_at timestamptz,
  frozen_reason text,
  frozen_by uuid,
  bvn_verified_at timestamptz,
  PRIMARY KEY (id),
  UNIQUE (email),
  UNIQUE (usertag),
  UNIQUE (referral_code),
  CHECK (account_type IN ('personal', 'business')),
  CHECK (email = lower(email)),
  CHECK (usertag ~ '^[a-z0-9_]{3,20}$'),
  CHECK (phone ~ '^\+[1-9][0-9]{6,14}$'),
  CHECK (country_code ~ '^[A-Z]{2}$'),
  CHECK (currency ~ '^[A-Z]{3}$'),
  CHECK (kyc_level >= 0 AND kyc_level <= 2),
  CHECK (kyc_status IN ('none', 'pending', 'approved', 'rejected')),
  CHECK (kyb_status IN ('none', 'pending', 'approved', 'rejected')),
  CHECK (staff_role IN ('support', 'finance', 'compliance', 'admin')),
  CHECK ((account_type = 'business') = (business_name IS NOT NULL)),
  CONSTRAINT users_check1 CHECK (phone_verified_at IS NULL OR phone IS NOT NULL),
  CONSTRAINT users_closed_is_frozen CHECK (closed_at IS NULL OR frozen_at IS NOT NULL),
  CONSTRAINT users_blanked_is_closed CHECK (blanked_at IS NULL OR closed_at IS NOT NULL)
);
COMMENT ON COLUMN users.closed_at IS 'the owner closed the account: it stays frozen, and its user tag stays reserved';
COMMENT ON COLUMN users.legal_hold IS 'the fields of a closed account are not blanked';
COMMENT ON COLUMN users.blanked_at IS 'when names, address and number were removed, AML_RETENTION_YEARS after closing';
COMMENT ON COLUMN users.frozen_reason IS 'for staff, never shown to the account''s owner';
COMMENT ON COLUMN users.frozen_by IS 'the staff member; null: the owner, with a mailed link';
CREATE UNIQUE INDEX users_phone_key ON users (phone) WHERE (phone_verified_at IS NOT NULL);
CREATE INDEX users_words ON users USING gin (words);
CREATE INDEX users_closed ON users (closed_at) WHERE ((closed_at IS NOT NULL) AND (blanked_at IS NULL));
CREATE INDEX users_staff ON users (staff_role) WHERE (staff_role IS NOT NULL);
CREATE INDEX users_phone ON users (phone) WHERE (phone IS NOT NULL);
CREATE INDEX users_names ON users USING gin (lower(((usertag || '	') || COALESCE(business_name, ((first_name || ' ') || last_name)))) gin_trgm_ops);
CREATE INDEX users_frozen ON users (id) WHERE (frozen_at IS NOT NULL);
CREATE TRIGGER tell_of_removal AFTER DELETE ON users FOR EACH ROW EXECUTE FUNCTION tell_of_caller('id');
CREATE TRIGGER tell_of_truncation AFTER TRUNCATE ON users FOR EACH STATEMENT EXECUTE FUNCTION tell_of_all_callers();
CREATE TRIGGER copy_freeze AFTER UPDATE OF frozen_at ON users FOR EACH ROW WHEN ((new.frozen_at IS NULL) <> (old.frozen_at IS NULL)) EXECUTE FUNCTION ledger.copy_owner_freeze();
CREATE TRIGGER tell_of_standing AFTER UPDATE OF account_type, staff_role, frozen_at, email_verified_at ON users FOR EACH ROW WHEN (new.account_type IS DISTINCT FROM old.account_type OR new.staff_role IS DISTINCT FROM old.staff_role OR new.frozen_at IS DISTINCT FROM old.frozen_at OR new.email_verified_at IS DISTINCT FROM old.email_verified_at) EXECUTE FUNCTION tell_of_caller('id');
CREATE TRIGGER copy_closing AFTER UPDATE OF closed_at ON users FOR EACH ROW WHEN ((new.closed_at IS NULL) <> (old.closed_at IS NULL)) EXECUTE FUNCTION ledger.copy_owner_closing();

CREATE TABLE usertag_changes (
  user_id uuid NOT NULL,
  usertag text NOT NULL,
  changed_at timestamptz NOT NULL
);
COMMENT ON TABLE usertag_changes IS 'changes after the registration, which are limited per year';
CREATE INDEX usertag_changes_user ON usertag_changes (user_id, changed_at);

CREATE TABLE usertags (
  usertag text NOT NULL,
  owner_id uuid NOT NULL,
  taken_at timestamptz NOT NULL,
  PRIMARY KEY (usertag)
);
COMMENT ON TABLE usertags IS 'every tag ever taken, with its only owner: old tags lead to no account, and their owner may take them again';
CREATE INDEX usertags_owner ON usertags (owner_id, taken_at);
