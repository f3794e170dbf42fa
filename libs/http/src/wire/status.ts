import type { ErrorKind } from '@app/kernel';

/** HTTP status of each kind of error. */
export const STATUS_OF: Record<ErrorKind, number> = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  'not-found': 404,
  conflict: 409,
  gone: 410,
  precondition: 412,
  'too-large': 413,
  'unsupported-media': 415,
  'rate-limited': 429,
  upstream: 502,
  unavailable: 503,
};
