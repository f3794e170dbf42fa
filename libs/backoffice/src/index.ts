export * from './all-proofs';
export * from './all-stories';
export * from './backoffice.module';
export * from './backoffice-worker.module';
export { PurgeUnheldActions } from './approvals/jobs/purge-unheld-actions';
export { ReportStaffWork } from './work/jobs/report-staff-work';
