import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Finds values that are sealed under a retired key, by the id of the key at their beginning. What an approved business
 * submitted can be erased, because its account may have been closed long ago.
 */
export class SealedColumns1763700001370 implements MigrationInterface {
  name = 'SealedColumns1763700001370';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE INDEX two_factors_sealed_under ON two_factors (substring(secret_ciphertext FROM 1 FOR 4));
      CREATE INDEX webhook_endpoints_sealed_under ON webhook_endpoints (substring(secret_ciphertext FROM 1 FOR 4));
      CREATE INDEX webhook_endpoints_old_sealed_under ON webhook_endpoints (substring(old_secret_ciphertext FROM 1 FOR 4))
        WHERE old_secret_ciphertext IS NOT NULL;
      CREATE INDEX kyb_submissions_sealed_under ON kyb_submissions (substring(details_ciphertext FROM 1 FOR 4))
        WHERE details_ciphertext IS NOT NULL;
      ALTER INDEX kyc_documents_key RENAME TO kyc_documents_sealed_under;
      ALTER TABLE kyb_submissions DROP CONSTRAINT kyb_submissions_check3,
        ADD CONSTRAINT kyb_submissions_pending_has_details CHECK (details_ciphertext IS NOT NULL OR status <> 'pending');
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE kyb_submissions DROP CONSTRAINT kyb_submissions_pending_has_details,
        ADD CONSTRAINT kyb_submissions_check3
          CHECK (details_ciphertext IS NOT NULL OR status NOT IN ('pending', 'approved')) NOT VALID;
      ALTER INDEX kyc_documents_sealed_under RENAME TO kyc_documents_key;
      DROP INDEX kyb_submissions_sealed_under, webhook_endpoints_old_sealed_under, webhook_endpoints_sealed_under, two_factors_sealed_under;
    `);
  }
}
