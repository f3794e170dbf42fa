import { Config } from '@app/config';
import { appDataSourceOptions, poolOf } from '@app/database';
import type { Pool } from 'pg';
import { DataSource, type DataSourceOptions } from 'typeorm';

/** What a verification of DATABASE_URL found. */
interface VerificationReport {
  /** Lines about what was read. */
  summary: readonly string[];
  checks: readonly string[];
  faults: readonly { check: string; row: string; detail: string }[];
  /** Printed where there is no fault. */
  proved: string;
}

/** Verifies DATABASE_URL and prints each check. The exit code is 1 if there is a fault. */
export function runVerification(verify: (pool: Pool, config: Config) => Promise<VerificationReport>): void {
  main(verify).catch((error: Error) => {
    console.error(error.message);
    process.exitCode = 1;
  });
}

async function main(verify: (pool: Pool, config: Config) => Promise<VerificationReport>): Promise<void> {
  const config = Config.from(process.env);
  const dataSource = new DataSource(appDataSourceOptions(config) as DataSourceOptions);
  await dataSource.initialize();
  try {
    const { summary, checks, faults, proved } = await verify(poolOf(dataSource), config);
    for (const line of summary) console.log(line);
    for (const check of checks) {
      const found = faults.filter((fault) => fault.check === check);
      console.log(`${found.length === 0 ? 'holds ' : 'BROKEN'}  ${check}`);
      for (const { row, detail } of found) console.log(`        ${row}: ${detail}`);
    }
    console.log(faults.length === 0 ? proved : `${faults.length} faults.`);
    process.exitCode = faults.length === 0 ? 0 : 1;
  } finally {
    await dataSource.destroy();
  }
}
