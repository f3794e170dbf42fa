import 'reflect-metadata';
import { PaymentReportVerification } from '@app/analytics';
import { Config } from '@app/config';
import { appDataSourceOptions, poolOf } from '@app/database';
import { RollupVerification } from '@app/ledger';
import { DataSource, type DataSourceOptions } from 'typeorm';

/** `npm run reports:verify`: compares the reports in DATABASE_URL with a scan. The exit code is 1 if they differ. */
async function main(): Promise<void> {
  const config = Config.from(process.env);
  const dataSource = new DataSource(appDataSourceOptions(config) as DataSourceOptions);
  await dataSource.initialize();
  try {
    const pool = poolOf(dataSource);
    const rollups = await new RollupVerification(pool).verify();
    const payments = await new PaymentReportVerification(pool).verify();
    const { accounts, folded, waiting } = rollups;
    console.log(`${accounts} accounts; ${folded} movements folded, ${waiting} not folded yet.`);
    const faults = [...rollups.faults, ...payments.faults];
    for (const check of [...rollups.checks, ...payments.checks]) {
      const found = faults.filter((fault) => fault.check === check);
      console.log(`${found.length === 0 ? 'holds ' : 'BROKEN'}  ${check}`);
      for (const { row, detail } of found) console.log(`        ${row}: ${detail}`);
    }
    console.log(faults.length === 0 ? 'The reports agree with the journal.' : `${faults.length} faults.`);
    process.exitCode = faults.length === 0 ? 0 : 1;
  } finally {
    await dataSource.destroy();
  }
}

main().catch((error: Error) => {
  console.error(error.message);
  process.exitCode = 1;
});
