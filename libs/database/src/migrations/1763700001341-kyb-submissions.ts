import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Businesses submitted for verification. What they submit is sealed. */
export class KybSubmissions1763700001341 implements MigrationInterface {
  name = 'KybSubmissions1763700001341';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE kyb_submissions (
        id uuid PRIMARY KEY,
        version int NOT NULL,
        user_id uuid NOT NULL,
        status text NOT NULL
          CHECK (status IN ('pending', 'withdrawn', 'approved', 'rejected', 'revoked')),
        country_code text NOT NULL CHECK (country_code ~ '^[A-Z]{2}$'),
        details_ciphertext bytea,
        content_hmac bytea NOT NULL CHECK (octet_length(content_hmac) = 32),
        registration_hmac bytea NOT NULL CHECK (octet_length(registration_hmac) = 32),
        submitted_at timestamptz NOT NULL,
        claimed_by uuid,
        claimed_until timestamptz,
        decided_by uuid,
        decided_at timestamptz,
        reason text,
        staff_note text,
        is_final boolean NOT NULL DEFAULT false,
        CHECK ((claimed_by IS NULL) = (claimed_until IS NULL)),
        CHECK ((status = 'pending') = (decided_at IS NULL)),
        CHECK (NOT is_final OR status IN ('rejected', 'revoked')),
        CHECK (details_ciphertext IS NOT NULL OR status NOT IN ('pending', 'approved'))
      );
      CREATE UNIQUE INDEX kyb_submissions_pending_key ON kyb_submissions (user_id) WHERE status = 'pending';
      CREATE UNIQUE INDEX kyb_submissions_approved_key ON kyb_submissions (user_id) WHERE status = 'approved';
      CREATE INDEX kyb_submissions_user ON kyb_submissions (user_id, submitted_at);
      CREATE INDEX kyb_submissions_queue ON kyb_submissions (submitted_at, id) WHERE status = 'pending';
      CREATE INDEX kyb_submissions_registration ON kyb_submissions (registration_hmac);
      CREATE INDEX kyb_submissions_age ON kyb_submissions (decided_at)
        WHERE status IN ('withdrawn', 'rejected') AND details_ciphertext IS NOT NULL;
      COMMENT ON COLUMN kyb_submissions.registration_hmac IS 'of country and registration number, to find the same business under another account';
      COMMENT ON COLUMN kyb_submissions.content_hmac IS 'of all that was submitted: the same content while pending is the same submission';
      COMMENT ON COLUMN kyb_submissions.reason IS 'sent to the business; staff_note never is';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE kyb_submissions');
  }
}
