import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { CURRENCIES } from '@app/kernel';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { SERVICE_ACCOUNTS, serviceAccountId } from '../service-accounts';

const SCHEMA = path.join(__dirname, '../schema');
/** The libs with tables, in the order in which their tables are created. */
const LIBS = [
  'queue',
  'write-path',
  'http',
  'ledger',
  'accounts',
  'test-clock',
  'merchants',
  'kyc',
  'fx',
  'wallet',
  'charges',
  'escrow',
  'checkout',
  'deposits',
  'payouts',
  'payroll',
  'subscriptions',
  'invoices',
  'analytics',
  'webhooks',
  'notifications',
  'backoffice',
  'simulator',
];
const TABLES = 'tables.sql';

/** The schema of version 0.4: functions first, because triggers name them, and then the tables of each lib. */
export class Baseline1764115200000 implements MigrationInterface {
  name = 'Baseline1764115200000';

  async up(runner: QueryRunner): Promise<void> {
    // Functions name tables that are created after them.
    await runner.query('SET LOCAL check_function_bodies = off');
    await run(runner, 'core.sql');
    for (const lib of LIBS)
      for (const file of readdirSync(path.join(SCHEMA, lib)).sort())
        if (file !== TABLES) await run(runner, `${lib}/${file}`);
    for (const lib of LIBS) await run(runner, `${lib}/${TABLES}`);
    await runner.query('SELECT create_webhook_partitions(t, now(), 3) FROM unnest($1::text[]) t', [
      ['webhook_deliveries', 'webhook_attempts'],
    ]);
    for (const code of SERVICE_ACCOUNTS)
      for (const currency of CURRENCIES)
        await runner.query(
          'SELECT ledger.open_accounts(now(), ARRAY[$1::uuid], ARRAY[NULL::uuid], ARRAY[$2], ARRAY[$3])',
          [serviceAccountId(code, currency), code, currency],
        );
  }

  down(): Promise<void> {
    throw new Error('The baseline cannot be undone: drop the database.');
  }
}

async function run(runner: QueryRunner, file: string): Promise<void> {
  await runner.query(readFileSync(path.join(SCHEMA, file), 'utf8'));
}
