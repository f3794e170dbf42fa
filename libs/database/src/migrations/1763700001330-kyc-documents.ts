import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Identity documents, their encrypted files and their reviews. */
export class KycDocuments1763700001330 implements MigrationInterface {
  name = 'KycDocuments1763700001330';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE users ADD COLUMN bvn_verified_at timestamptz;

      CREATE TABLE kyc_documents (
        id uuid PRIMARY KEY,
        version int NOT NULL,
        user_id uuid NOT NULL,
        doc_type text NOT NULL CHECK (doc_type IN
          ('passport', 'national_id', 'drivers_license', 'selfie', 'address_proof', 'business_registration')),
        tier smallint NOT NULL CHECK (tier IN (1, 2)),
        status text NOT NULL CHECK (status IN ('pending', 'approved', 'rejected', 'withdrawn', 'revoked')),
        content_hmac bytea NOT NULL CHECK (octet_length(content_hmac) = 32),
        picture_hmac bytea NOT NULL CHECK (octet_length(picture_hmac) = 32),
        number_hmac bytea CHECK (octet_length(number_hmac) = 32),
        pages smallint NOT NULL CHECK (pages BETWEEN 1 AND 10),
        has_original boolean NOT NULL,
        is_small boolean NOT NULL,
        sealed_key bytea,
        reject_reason text,
        staff_note text,
        is_final boolean NOT NULL,
        expires_on date,
        expired_at timestamptz,
        notified_days smallint,
        claimed_by uuid,
        claimed_until timestamptz,
        uploaded_at timestamptz NOT NULL,
        reviewed_by uuid,
        reviewed_at timestamptz,
        ended_at timestamptz,
        erased_at timestamptz,
        CHECK (status <> 'rejected' OR reject_reason IS NOT NULL),
        CHECK (is_final = false OR status = 'rejected'),
        CHECK ((sealed_key IS NULL) = (erased_at IS NOT NULL))
      );
      CREATE UNIQUE INDEX kyc_documents_pending ON kyc_documents (user_id, doc_type) WHERE status = 'pending';
      CREATE INDEX kyc_documents_owner ON kyc_documents (user_id, uploaded_at);
      CREATE INDEX kyc_documents_queue ON kyc_documents (uploaded_at) WHERE status = 'pending';
      CREATE INDEX kyc_documents_expiry ON kyc_documents (expires_on) WHERE status = 'approved' AND expired_at IS NULL;
      CREATE INDEX kyc_documents_ended ON kyc_documents (ended_at) WHERE erased_at IS NULL;
      CREATE INDEX kyc_documents_key ON kyc_documents (substring(sealed_key FROM 1 FOR 4)) WHERE sealed_key IS NOT NULL;
      CREATE INDEX kyc_documents_picture ON kyc_documents (picture_hmac);
      CREATE INDEX kyc_documents_number ON kyc_documents (number_hmac) WHERE number_hmac IS NOT NULL;
      COMMENT ON COLUMN kyc_documents.content_hmac IS 'of the uploaded bytes: the same upload leads to the same record';
      COMMENT ON COLUMN kyc_documents.picture_hmac IS 'of the first page as it is stored';
      COMMENT ON COLUMN kyc_documents.is_small IS 'the picture may be too small to read';
      COMMENT ON COLUMN kyc_documents.is_final IS 'the person cannot upload this type again until staff reopen it';
      COMMENT ON COLUMN kyc_documents.expires_on IS 'its last day; a day later it counts no more';
      COMMENT ON COLUMN kyc_documents.ended_at IS 'when it was rejected, withdrawn or revoked';
      COMMENT ON COLUMN kyc_documents.erased_at IS 'when its key was dropped, without which its files cannot be read';

      CREATE TABLE kyc_document_chunks (
        document_id uuid NOT NULL,
        page smallint NOT NULL,
        part smallint NOT NULL,
        bytes bytea NOT NULL CHECK (octet_length(bytes) BETWEEN 1 AND 262144),
        PRIMARY KEY (document_id, page, part)
      );
      -- Encrypted bytes cannot be compressed.
      ALTER TABLE kyc_document_chunks ALTER COLUMN bytes SET STORAGE EXTERNAL;
      COMMENT ON TABLE kyc_document_chunks IS 'encrypted files of documents; page 0 is the original of a PDF';

      CREATE TABLE kyc_leftover_files (document_id uuid PRIMARY KEY, erased_at timestamptz NOT NULL);
      COMMENT ON TABLE kyc_leftover_files IS 'documents without a key whose encrypted bytes are still to be deleted';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TABLE kyc_leftover_files;
      DROP TABLE kyc_document_chunks;
      DROP TABLE kyc_documents;
      ALTER TABLE users DROP COLUMN bvn_verified_at;
    `);
  }
}
