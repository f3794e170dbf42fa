import { CURRENCIES } from '@app/kernel';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { SERVICE_ACCOUNTS, serviceAccountId } from '../service-accounts';

/** Opens the service's own ledger accounts in every currency. */
export class ServiceAccounts1763700000220 implements MigrationInterface {
  name = 'ServiceAccounts1763700000220';

  async up(runner: QueryRunner): Promise<void> {
    for (const code of SERVICE_ACCOUNTS) {
      for (const currency of CURRENCIES) {
        await runner.query(
          'SELECT ledger.open_accounts(now(), ARRAY[$1::uuid], ARRAY[NULL::uuid], ARRAY[$2::text], ARRAY[$3::text])',
          [serviceAccountId(code, currency), code, currency],
        );
      }
    }
  }

  async down(): Promise<void> {
    // The books are append-only: accounts are never closed by a migration.
  }
}
