import 'reflect-metadata';
import { PaymentReportVerificationService } from '@app/analytics';
import { RollupVerificationService } from '@app/ledger';
import { runVerification } from './verification-command';

/** `npm run reports:verify`: compares the reports in DATABASE_URL with a scan. */
runVerification(async (pool) => {
  const rollups = await new RollupVerificationService(pool).verify();
  const payments = await new PaymentReportVerificationService(pool).verify();
  const { accounts, folded, waiting } = rollups;
  return {
    summary: [`${accounts} accounts; ${folded} movements folded, ${waiting} not folded yet.`],
    checks: [...rollups.checks, ...payments.checks],
    faults: [...rollups.faults, ...payments.faults],
    proved: 'The reports agree with the journal.',
  };
});
