CREATE TABLE bvn_verifications (
  id uuid NOT NULL,
  version int NOT NULL,
  user_id uuid NOT NULL,
  status text NOT NULL,
  outcome text,
  bvn_hmac bytea,
  reference text,
  details_ciphertext bytea,
  started_at timestamptz NOT NULL,
  asked_at timestamptz,
  ask_at timestamptz,
  ended_at timestamptz,
  decided_by uuid,
  PRIMARY KEY (id),
  UNIQUE (reference),
  CHECK (status IN ('starting', 'pending', 'review', 'verified', 'mismatch', 'failed')),
  CHECK (octet_length(bvn_hmac) = 32),
  CHECK ((status IN ('verified', 'mismatch', 'failed')) = (ended_at IS NOT NULL)),
  CONSTRAINT bvn_verifications_check1 CHECK ((status IN ('mismatch', 'failed')) = (bvn_hmac IS NULL)),
  CONSTRAINT bvn_verifications_details_check CHECK (ended_at IS NULL OR status = 'verified' OR details_ciphertext IS NULL)
);
COMMENT ON COLUMN bvn_verifications.bvn_hmac IS 'HMAC of the SHA-256 of the number, with a pepper that is not in the database';
COMMENT ON COLUMN bvn_verifications.reference IS 'assigned by the company that answers for the registry';
COMMENT ON COLUMN bvn_verifications.details_ciphertext IS 'what the result is compared with, and for a review what it said; of a verified number the name of the registry';
CREATE UNIQUE INDEX bvn_verifications_number_key ON bvn_verifications (bvn_hmac) WHERE (status = 'verified');
CREATE UNIQUE INDEX bvn_verifications_user_key ON bvn_verifications (user_id) WHERE (status = 'verified');
CREATE UNIQUE INDEX bvn_verifications_open_key ON bvn_verifications (user_id) WHERE (status IN ('starting', 'pending', 'review'));
CREATE INDEX bvn_verifications_tries ON bvn_verifications (user_id, started_at);
CREATE INDEX bvn_verifications_due ON bvn_verifications (ask_at) WHERE (ask_at IS NOT NULL);
CREATE INDEX bvn_verifications_review ON bvn_verifications (started_at) WHERE (status = 'review');
CREATE INDEX bvn_verifications_age ON bvn_verifications (ended_at) WHERE (status IN ('mismatch', 'failed'));

CREATE TABLE kyb_submissions (
  id uuid NOT NULL,
  version int NOT NULL,
  user_id uuid NOT NULL,
  status text NOT NULL,
  country_code text NOT NULL,
  details_ciphertext bytea,
  content_hmac bytea NOT NULL,
  registration_hmac bytea NOT NULL,
  submitted_at timestamptz NOT NULL,
  claimed_by uuid,
  claimed_until timestamptz,
  decided_by uuid,
  decided_at timestamptz,
  reason text,
  staff_note text,
  is_final boolean NOT NULL DEFAULT false,
  PRIMARY KEY (id),
  CHECK (status IN ('pending', 'withdrawn', 'approved', 'rejected', 'revoked')),
  CHECK (country_code ~ '^[A-Z]{2}$'),
  CHECK (octet_length(content_hmac) = 32),
  CHECK (octet_length(registration_hmac) = 32),
  CHECK ((claimed_by IS NULL) = (claimed_until IS NULL)),
  CONSTRAINT kyb_submissions_check1 CHECK ((status = 'pending') = (decided_at IS NULL)),
  CONSTRAINT kyb_submissions_check2 CHECK (NOT is_final OR (status IN ('rejected', 'revoked'))),
  CONSTRAINT kyb_submissions_pending_has_details CHECK (details_ciphertext IS NOT NULL OR status <> 'pending')
);
COMMENT ON COLUMN kyb_submissions.content_hmac IS 'of all that was submitted: the same content while pending is the same submission';
COMMENT ON COLUMN kyb_submissions.registration_hmac IS 'of country and registration number, to find the same business under another account';
COMMENT ON COLUMN kyb_submissions.reason IS 'sent to the business; staff_note never is';
CREATE UNIQUE INDEX kyb_submissions_pending_key ON kyb_submissions (user_id) WHERE (status = 'pending');
CREATE UNIQUE INDEX kyb_submissions_approved_key ON kyb_submissions (user_id) WHERE (status = 'approved');
CREATE INDEX kyb_submissions_user ON kyb_submissions (user_id, submitted_at);
CREATE INDEX kyb_submissions_queue ON kyb_submissions (submitted_at, id) WHERE (status = 'pending');
CREATE INDEX kyb_submissions_registration ON kyb_submissions (registration_hmac);
CREATE INDEX kyb_submissions_age ON kyb_submissions (decided_at) WHERE ((status IN ('withdrawn', 'rejected')) AND (details_ciphertext IS NOT NULL));
CREATE INDEX kyb_submissions_sealed_under ON kyb_submissions (SUBSTRING(details_ciphertext FROM 1 FOR 4)) WHERE (details_ciphertext IS NOT NULL);

CREATE TABLE kyc_document_chunks (
  document_id uuid NOT NULL,
  page smallint NOT NULL,
  part smallint NOT NULL,
  bytes bytea NOT NULL,
  PRIMARY KEY (document_id, page, part),
  CHECK (octet_length(bytes) >= 1 AND octet_length(bytes) <= 262144)
);
ALTER TABLE kyc_document_chunks ALTER COLUMN bytes SET STORAGE EXTERNAL;
COMMENT ON TABLE kyc_document_chunks IS 'encrypted files of documents; page 0 is the original of a PDF';

CREATE TABLE kyc_documents (
  id uuid NOT NULL,
  version int NOT NULL,
  user_id uuid NOT NULL,
  doc_type text NOT NULL,
  tier smallint NOT NULL,
  status text NOT NULL,
  content_hmac bytea NOT NULL,
  picture_hmac bytea NOT NULL,
  number_hmac bytea,
  pages smallint NOT NULL,
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
  PRIMARY KEY (id),
  CHECK (doc_type IN ('passport', 'national_id', 'drivers_license', 'selfie', 'address_proof', 'business_registration')),
  CHECK (tier IN (1, 2)),
  CHECK (status IN ('pending', 'approved', 'rejected', 'withdrawn', 'revoked')),
  CHECK (octet_length(content_hmac) = 32),
  CHECK (octet_length(picture_hmac) = 32),
  CHECK (octet_length(number_hmac) = 32),
  CHECK (pages >= 1 AND pages <= 10),
  CHECK (status <> 'rejected' OR reject_reason IS NOT NULL),
  CONSTRAINT kyc_documents_check1 CHECK (is_final = false OR status = 'rejected'),
  CONSTRAINT kyc_documents_check2 CHECK ((sealed_key IS NULL) = (erased_at IS NOT NULL))
);
COMMENT ON COLUMN kyc_documents.content_hmac IS 'of the uploaded bytes: the same upload leads to the same record';
COMMENT ON COLUMN kyc_documents.picture_hmac IS 'of the first page as it is stored';
COMMENT ON COLUMN kyc_documents.is_small IS 'the picture may be too small to read';
COMMENT ON COLUMN kyc_documents.is_final IS 'the person cannot upload this type again until staff reopen it';
COMMENT ON COLUMN kyc_documents.expires_on IS 'its last day; a day later it counts no more';
COMMENT ON COLUMN kyc_documents.ended_at IS 'when it was rejected, withdrawn or revoked';
COMMENT ON COLUMN kyc_documents.erased_at IS 'when its key was dropped, without which its files cannot be read';
CREATE UNIQUE INDEX kyc_documents_pending ON kyc_documents (user_id, doc_type) WHERE (status = 'pending');
CREATE INDEX kyc_documents_owner ON kyc_documents (user_id, uploaded_at);
CREATE INDEX kyc_documents_queue ON kyc_documents (uploaded_at) WHERE (status = 'pending');
CREATE INDEX kyc_documents_expiry ON kyc_documents (expires_on) WHERE ((status = 'approved') AND (expired_at IS NULL));
CREATE INDEX kyc_documents_ended ON kyc_documents (ended_at) WHERE (erased_at IS NULL);
CREATE INDEX kyc_documents_sealed_under ON kyc_documents (SUBSTRING(sealed_key FROM 1 FOR 4)) WHERE (sealed_key IS NOT NULL);
CREATE INDEX kyc_documents_picture ON kyc_documents (picture_hmac);
CREATE INDEX kyc_documents_number ON kyc_documents (number_hmac) WHERE (number_hmac IS NOT NULL);

CREATE TABLE kyc_leftover_files (
  document_id uuid NOT NULL,
  erased_at timestamptz NOT NULL,
  PRIMARY KEY (document_id)
);
COMMENT ON TABLE kyc_leftover_files IS 'documents without a key whose encrypted bytes are still to be deleted';

CREATE TABLE name_changes (
  id uuid NOT NULL,
  version int NOT NULL,
  user_id uuid NOT NULL,
  status text NOT NULL,
  from_first_name text NOT NULL,
  from_last_name text NOT NULL,
  to_first_name text NOT NULL,
  to_last_name text NOT NULL,
  changed_at timestamptz NOT NULL,
  decided_by uuid,
  decided_at timestamptz,
  reason text,
  PRIMARY KEY (id),
  CHECK (status IN ('pending', 'withdrawn', 'approved', 'rejected')),
  CHECK ((status = 'pending') = (decided_at IS NULL)),
  CONSTRAINT name_changes_check1 CHECK ((status IN ('pending', 'withdrawn')) OR decided_by IS NOT NULL)
);
COMMENT ON TABLE name_changes IS 'the id is that of the event; deleted with the other personal data of a closed account';
COMMENT ON COLUMN name_changes.from_first_name IS 'of the names that were reviewed last, also where several changes followed';
CREATE UNIQUE INDEX name_changes_pending_key ON name_changes (user_id) WHERE (status = 'pending');
CREATE INDEX name_changes_queue ON name_changes (changed_at, id) WHERE (status = 'pending');
CREATE INDEX name_changes_user ON name_changes (user_id, changed_at);
