/** How PostgreSQL says that a lock was waited for no longer, and the driver that no connection was to be had. */
const IMPATIENT = '55P03';
const CONNECT_TIMEOUT = 'timeout exceeded when trying to connect';

/** Of a unit that waited for its turn to go alone until nobody may be listening any more. */
export function waitedTooLong(): Error {
  return Object.assign(new Error('waited too long to go alone'), { code: IMPATIENT });
}

/** No connection was to be had: nothing was sent, and alone nobody fares better. */
export function isUnreached(error: unknown): boolean {
  const { code = '', message } = error as { code?: string; message?: string };
  return /^(ECONNREFUSED|ENOTFOUND|53300|57P03)$/.test(code) || message === CONNECT_TIMEOUT;
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
