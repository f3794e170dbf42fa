import { DomainError } from '@app/kernel';

const AWAY = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ENOTFOUND', 'ETIMEDOUT']);
const POOL_TIMEOUT =
  /timeout exceeded when trying to connect|timeout expired|Query read timeout|Connection terminated|Client has encountered a connection error/;

/** Translates a database error: invalid input (22*, 54*) or an unavailable server. null: a bug. */
export function databaseRefusal(thrown: unknown): DomainError | null {
  const error = thrown as { code?: string; message?: string; driverError?: { code?: string } };
  const code = error.code ?? error.driverError?.code ?? '';
  if (/^(22|54)/.test(code) && code.length === 5) {
    return new DomainError(
      'invalid',
      'VALIDATION_ERROR',
      'The request contains a value that cannot be stored.',
    );
  }
  const away =
    /^(08(?!P01)|53|57P|57014|55P03|25P03)/.test(code) ||
    AWAY.has(code) ||
    POOL_TIMEOUT.test(error.message ?? '');
  if (!away) return null;
  return new DomainError(
    'unavailable',
    'SERVICE_UNAVAILABLE',
    'The service is momentarily unavailable; try again.',
    {
      retry_after: 2,
    },
  );
}
