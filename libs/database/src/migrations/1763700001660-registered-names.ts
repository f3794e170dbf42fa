import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Verified numbers keep the sealed name of the registry, so that a changed name is compared without the number. */
export class RegisteredNames1763700001660 implements MigrationInterface {
  name = 'RegisteredNames1763700001660';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE bvn_verifications
        DROP CONSTRAINT bvn_verifications_check2,
        ADD CONSTRAINT bvn_verifications_details_check
          CHECK (ended_at IS NULL OR status = 'verified' OR details_ciphertext IS NULL);
      COMMENT ON COLUMN bvn_verifications.details_ciphertext IS
        'what the result is compared with, and for a review what it said; of a verified number the name of the registry';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      UPDATE bvn_verifications SET details_ciphertext = NULL WHERE ended_at IS NOT NULL;
      ALTER TABLE bvn_verifications
        DROP CONSTRAINT bvn_verifications_details_check,
        ADD CONSTRAINT bvn_verifications_check2 CHECK (ended_at IS NULL OR details_ciphertext IS NULL);
      COMMENT ON COLUMN bvn_verifications.details_ciphertext IS
        'what the result is compared with, and for a review what it said; removed at the end';
    `);
  }
}
