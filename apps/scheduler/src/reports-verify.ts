import 'reflect-metadata';
import { PaymentReportVerification } from '@app/analytics';
import { RollupVerification } from '@app/ledger';
import { runVerification } from './verification-command';

/** `npm run reports:verify`: compares the reports in DATABASE_URL with a scan. */
runVerification(async (pool) => {
  const rollups = await new RollupVerification(pool).verify();
  const payments = await new PaymentReportVerification(pool).verify();
  const { accounts, folded, waiting } = rollups;
  return {
    summary: [`${accounts} accounts; ${folded} movements folded, ${waiting} not folded yet.`],
    checks: [...rollups.checks, ...payments.checks],
    faults: [...rollups.faults, ...payments.faults],
    proved: 'The reports agree with the journal.',
  };
});
