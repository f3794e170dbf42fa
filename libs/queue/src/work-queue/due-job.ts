/** The write that makes a job of the scheduler due at once. A wake-up of the queue `scheduled-job` follows its commit. */
export const dueJob = (name: string) => ({
  sql: 'UPDATE scheduled_jobs SET started_at = NULL WHERE name = $1',
  parameters: [name],
});
