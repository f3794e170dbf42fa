/** PostgreSQL's code for a lock that was not available in time. */
const LOCK_NOT_AVAILABLE = '55P03';

/** A unit waited so long to commit alone that its client may have gone. */
export class LockWaitTimeout extends Error {
  readonly code = LOCK_NOT_AVAILABLE;

  constructor() {
    super('waited too long to go alone');
  }
}

/**
 * Whether the server accepts no connection: nothing was sent, and a retry alone would fail too. A slow server
 * does not count.
 */
export function isServerUnreachable(error: unknown): boolean {
  return /^(ECONNREFUSED|ENOTFOUND|53300|57P03)$/.test((error as { code?: string }).code ?? '');
}

/**
 * Whether a batch may have been committed in spite of the error. What the server itself refused was rolled
 * back.
 */
export function isCommitUncertain(error: unknown): boolean {
  const { severity, code = '' } = error as { severity?: string; code?: string };
  return severity === undefined || /^(08|57P)/.test(code);
}

/** Whether a lock was not available in time; a unit that needs it may wait alone. */
export function isLockTimeout(error: unknown): boolean {
  return (error as { code?: string }).code === LOCK_NOT_AVAILABLE;
}
