import 'reflect-metadata';
import { ALL_PROOFS } from '@app/backoffice';
import { LedgerVerificationService, SealAuditEntries, SealJournals } from '@app/ledger';
import { runVerification } from './verification-command';

/** `npm run ledger:verify`: verifies the ledger in DATABASE_URL. */
runVerification(async (pool, config) => {
  const sealed = await new SealJournals(pool).run();
  const sealedEntries = await new SealAuditEntries(pool).run();
  const report = await LedgerVerificationService.of(pool, config, ALL_PROOFS).verify();
  const { checks, journals, legs, anchors, faults } = report;
  return {
    summary: [
      `${journals} journals, ${legs} legs; ${sealed} sealed just now; ${anchors} daily closes in ${config.env.CLOSES_DIR}.`,
      `${report.audit_entries} audit entries; ${sealedEntries} sealed just now.`,
    ],
    checks,
    faults,
    proved: 'The books prove.',
  };
});
