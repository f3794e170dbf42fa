import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Verifications of Bank Verification Numbers. Of the number only an HMAC is stored. */
export class BvnVerifications1763700001340 implements MigrationInterface {
  name = 'BvnVerifications1763700001340';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE bvn_verifications (
        id uuid PRIMARY KEY,
        version int NOT NULL,
        user_id uuid NOT NULL,
        status text NOT NULL
          CHECK (status IN ('starting', 'pending', 'review', 'verified', 'mismatch', 'failed')),
        outcome text,
        bvn_hmac bytea CHECK (octet_length(bvn_hmac) = 32),
        reference text CONSTRAINT bvn_verifications_reference_key UNIQUE,
        details_ciphertext bytea,
        started_at timestamptz NOT NULL,
        asked_at timestamptz,
        ask_at timestamptz,
        ended_at timestamptz,
        decided_by uuid,
        CHECK ((status IN ('verified', 'mismatch', 'failed')) = (ended_at IS NOT NULL)),
        CHECK ((status IN ('mismatch', 'failed')) = (bvn_hmac IS NULL)),
        CHECK (ended_at IS NULL OR details_ciphertext IS NULL)
      );
      CREATE UNIQUE INDEX bvn_verifications_number_key ON bvn_verifications (bvn_hmac) WHERE status = 'verified';
      CREATE UNIQUE INDEX bvn_verifications_user_key ON bvn_verifications (user_id) WHERE status = 'verified';
      CREATE UNIQUE INDEX bvn_verifications_open_key ON bvn_verifications (user_id)
        WHERE status IN ('starting', 'pending', 'review');
      CREATE INDEX bvn_verifications_tries ON bvn_verifications (user_id, started_at);
      CREATE INDEX bvn_verifications_due ON bvn_verifications (ask_at) WHERE ask_at IS NOT NULL;
      CREATE INDEX bvn_verifications_review ON bvn_verifications (started_at) WHERE status = 'review';
      CREATE INDEX bvn_verifications_age ON bvn_verifications (ended_at) WHERE status IN ('mismatch', 'failed');
      COMMENT ON COLUMN bvn_verifications.bvn_hmac IS 'HMAC of the SHA-256 of the number, with a pepper that is not in the database';
      COMMENT ON COLUMN bvn_verifications.reference IS 'assigned by the company that answers for the registry';
      COMMENT ON COLUMN bvn_verifications.details_ciphertext IS 'what the result is compared with, and for a review what it said; removed at the end';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE bvn_verifications');
  }
}
