/** How PostgreSQL says that a lock was waited for no longer. */
const IMPATIENT = '55P03';

/** Of a unit that waited for its turn to go alone until nobody may be listening any more. */
export function waitedTooLong(): Error {
  return Object.assign(new Error('waited too long to go alone'), { code: IMPATIENT });
}

/** The server takes no connection: nothing was sent, and alone nobody fares better. One that is only slow is tried again. */
export function isUnreached(error: unknown): boolean {
  return /^(ECONNREFUSED|ENOTFOUND|53300|57P03)$/.test((error as { code?: string }).code ?? '');
}

/** Whether a batch may have been committed all the same. What the server itself refused has been rolled back. */
export function isDoubtful(error: unknown): boolean {
  const { severity, code = '' } = error as { severity?: string; code?: string };
  return severity === undefined || /^(08|57P)/.test(code);
}

/** The batch waited for a lock no longer: a unit that needs it may wait by itself. */
export function isImpatient(error: unknown): boolean {
  return (error as { code?: string }).code === IMPATIENT;
}
