import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What businesses show on pages and in mails: name, colour, logo and how buyers reach them. */
export class Brands1764374400000 implements MigrationInterface {
  name = 'Brands1764374400000';
  readonly lib = 'accounts';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE brands (
        id uuid NOT NULL,
        version int NOT NULL,
        display_name text,
        proposed_name text,
        name_status text NOT NULL,
        review_id uuid,
        proposed_at timestamptz,
        decided_by uuid,
        decided_at timestamptz,
        reason text,
        color text,
        support_email text,
        support_phone text,
        support_url text,
        terms_url text,
        postal_address text,
        logo_hash text,
        logo_width smallint,
        logo_height smallint,
        PRIMARY KEY (id),
        CHECK (name_status IN ('none', 'pending', 'approved', 'rejected')),
        CHECK ((name_status = 'pending') <= (proposed_name IS NOT NULL AND review_id IS NOT NULL AND proposed_at IS NOT NULL)),
        CHECK (color ~ '^#[0-9a-f]{6}$'),
        CHECK (logo_hash ~ '^[0-9a-f]{64}$'),
        CHECK ((logo_hash IS NULL) = (logo_width IS NULL) AND (logo_hash IS NULL) = (logo_height IS NULL))
      ) WITH (fillfactor=70);
      COMMENT ON TABLE brands IS 'one per account, id is the owner''s; shown while the account may collect';
      COMMENT ON COLUMN brands.display_name IS 'approved by staff; stays in force while another one waits';
      COMMENT ON COLUMN brands.review_id IS 'of the proposed name, so that a decision is about the name that was read';
      CREATE UNIQUE INDEX brands_review ON brands (review_id);
      CREATE INDEX brands_pending ON brands (proposed_at) WHERE (name_status = 'pending');

      CREATE TABLE brand_logos (
        owner_id uuid NOT NULL,
        hash text NOT NULL,
        screen bytea NOT NULL,
        print bytea NOT NULL,
        PRIMARY KEY (owner_id),
        CHECK (octet_length(screen) <= 6000),
        CHECK (octet_length(print) <= 60000)
      );
      COMMENT ON COLUMN brand_logos.hash IS 'SHA-256 of screen, in its address; several accounts may have the same logo';
      CREATE INDEX brand_logos_hash ON brand_logos (hash);

      CREATE TABLE support_email_codes (
        user_id uuid NOT NULL,
        id uuid NOT NULL,
        email text NOT NULL,
        tries smallint NOT NULL DEFAULT 0,
        expires_at timestamptz NOT NULL,
        PRIMARY KEY (user_id),
        CHECK (email = lower(email)),
        CHECK (tries >= 0 AND tries <= 5)
      ) WITH (fillfactor=70);
      COMMENT ON TABLE support_email_codes IS 'one per account, the newest; the code is derived from the id under a key, never stored';
      CREATE INDEX support_email_codes_age ON support_email_codes (expires_at);

      ALTER TABLE mails ADD COLUMN business_id uuid;
      COMMENT ON COLUMN mails.business_id IS 'whose brand the mail has; null: that of the platform';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE mails DROP COLUMN business_id;
      DROP TABLE support_email_codes;
      DROP TABLE brand_logos;
      DROP TABLE brands;
    `);
  }
}
