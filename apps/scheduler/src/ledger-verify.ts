import 'reflect-metadata';
import { Config } from '@app/config';
import { appDataSourceOptions, poolOf } from '@app/database';
import { LedgerVerification, SealAuditEntries, SealJournals } from '@app/ledger';
import { DataSource, type DataSourceOptions } from 'typeorm';

/** `npm run ledger:verify`: verifies the ledger in DATABASE_URL. The exit code is 1 if it finds a fault. */
async function main(): Promise<void> {
  const config = Config.from(process.env);
  const dataSource = new DataSource(appDataSourceOptions(config) as DataSourceOptions);
  await dataSource.initialize();
  try {
    const pool = poolOf(dataSource);
    const sealed = await new SealJournals(pool).run();
    const sealedEntries = await new SealAuditEntries(pool).run();
    const report = await LedgerVerification.of(pool, config).verify();
    const { checks, journals, legs, anchors, faults } = report;
    console.log(
      `${journals} journals, ${legs} legs; ${sealed} sealed just now; ${anchors} daily closes in ${config.env.CLOSES_DIR}.`,
    );
    console.log(`${report.audit_entries} audit entries; ${sealedEntries} sealed just now.`);
    for (const check of checks) {
      const found = faults.filter((fault) => fault.check === check);
      console.log(`${found.length === 0 ? 'holds ' : 'BROKEN'}  ${check}`);
      for (const { row, detail } of found) console.log(`        ${row}: ${detail}`);
    }
    console.log(faults.length === 0 ? 'The books prove.' : `${faults.length} faults.`);
    process.exitCode = faults.length === 0 ? 0 : 1;
  } finally {
    await dataSource.destroy();
  }
}

main().catch((error: Error) => {
  console.error(error.message);
  process.exitCode = 1;
});
