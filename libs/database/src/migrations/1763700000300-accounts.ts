import type { MigrationInterface, QueryRunner } from 'typeorm';
import { tryPinSql } from './sql/try-pin';

/** People and businesses, how they prove who they are, and the sessions that follow from it. */
export class Accounts1763700000300 implements MigrationInterface {
  name = 'Accounts1763700000300';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE users (
        id uuid PRIMARY KEY,
        version int NOT NULL,
        account_type text NOT NULL CHECK (account_type IN ('personal', 'business')),
        email text NOT NULL CONSTRAINT users_email_key UNIQUE CHECK (email = lower(email)),
        email_verified_at timestamptz,
        password_hash text NOT NULL,
        first_name text NOT NULL,
        last_name text NOT NULL,
        business_name text,
        usertag text NOT NULL CONSTRAINT users_usertag_key UNIQUE CHECK (usertag ~ '^[a-z0-9_]{3,20}$'),
        phone text CHECK (phone ~ '^\\+[1-9][0-9]{6,14}$'),
        phone_verified_at timestamptz,
        country_code text NOT NULL CHECK (country_code ~ '^[A-Z]{2}$'),
        currency text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
        kyc_level int NOT NULL CHECK (kyc_level BETWEEN 0 AND 2),
        kyc_status text NOT NULL CHECK (kyc_status IN ('none', 'pending', 'approved', 'rejected')),
        kyb_status text NOT NULL CHECK (kyb_status IN ('none', 'pending', 'approved', 'rejected')),
        staff_role text CHECK (staff_role IN ('support', 'finance', 'compliance', 'admin')),
        referral_code text NOT NULL CONSTRAINT users_referral_code_key UNIQUE,
        referred_by uuid,
        frozen_at timestamptz,
        created_at timestamptz NOT NULL,
        words tsvector GENERATED ALWAYS AS (
          to_tsvector('simple', first_name || ' ' || last_name || ' ' || coalesce(business_name, '') || ' ' || usertag)
        ) STORED,
        CHECK ((account_type = 'business') = (business_name IS NOT NULL)),
        CHECK (phone_verified_at IS NULL OR phone IS NOT NULL)
      );
      -- Anybody may name a phone; one account alone may have proved it.
      CREATE UNIQUE INDEX users_phone_key ON users (phone) WHERE phone_verified_at IS NOT NULL;
      CREATE INDEX users_words ON users USING gin (words);

      CREATE TABLE usertags (
        usertag text CONSTRAINT usertags_pkey PRIMARY KEY,
        owner_id uuid NOT NULL,
        taken_at timestamptz NOT NULL
      );
      CREATE INDEX usertags_owner ON usertags (owner_id, taken_at);
      COMMENT ON TABLE usertags IS 'every tag ever taken, with its first owner: nobody else gets it, so old tags never lead to strangers';
    `);

    await runner.query(`
      CREATE TABLE sessions (
        id uuid PRIMARY KEY,
        version int NOT NULL,
        user_id uuid NOT NULL,
        device text,
        ip text NOT NULL,
        created_at timestamptz NOT NULL,
        last_used_at timestamptz NOT NULL,
        expires_at timestamptz NOT NULL,
        ended_at timestamptz,
        end_reason text,
        CHECK ((ended_at IS NULL) = (end_reason IS NULL))
      );
      CREATE INDEX sessions_user ON sessions (user_id, last_used_at);
      CREATE INDEX sessions_age ON sessions (expires_at);

      CREATE TABLE refresh_tokens (
        token_hash bytea PRIMARY KEY CHECK (octet_length(token_hash) = 32),
        session_id uuid NOT NULL,
        expires_at timestamptz NOT NULL,
        rotated_at timestamptz
      );
      CREATE INDEX refresh_tokens_age ON refresh_tokens (expires_at);

      CREATE TABLE two_factors (
        id uuid PRIMARY KEY,
        version int NOT NULL,
        secret_ciphertext bytea NOT NULL,
        last_step bigint NOT NULL,
        enabled_at timestamptz
      );
      COMMENT ON TABLE two_factors IS 'id is the user''s; last_step is the newest TOTP step that was accepted';

      CREATE TABLE transaction_pins (
        user_id uuid CONSTRAINT transaction_pins_pkey PRIMARY KEY,
        pin_hmac bytea NOT NULL CHECK (octet_length(pin_hmac) = 32),
        wrong_tries smallint NOT NULL DEFAULT 0 CHECK (wrong_tries BETWEEN 0 AND 5),
        locked_until timestamptz,
        set_at timestamptz NOT NULL
      );
    `);
    await runner.query(tryPinSql);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP FUNCTION try_pin;
      DROP TABLE transaction_pins, two_factors, refresh_tokens, sessions, usertags, users;
    `);
  }
}
