import type { ErrorCode } from './error-codes';

/** The kind of refusal; the HTTP layer maps each kind to one status. */
export type ErrorKind =
  | 'invalid'
  | 'unauthenticated'
  | 'forbidden'
  | 'not-found'
  | 'conflict'
  | 'gone'
  | 'precondition'
  | 'too-large'
  | 'unsupported-media'
  | 'rate-limited'
  | 'upstream'
  | 'unavailable';

export interface FieldError {
  field: string;
  code: 'unknown_field' | 'repeated_field' | 'missing_field' | 'invalid_field';
  message: string;
  /** The field that an unknown one was most likely meant to be. */
  did_you_mean?: string;
}

export interface ErrorExtra {
  /** Seconds to wait before trying again. */
  retry_after?: number;
  errors?: FieldError[];
  [name: string]: unknown;
}

/**
 * A refusal the caller can act on. `code` is one of the documented error codes.
 * `decidedOnState` marks refusals that depend on stored state (funds, limits): an idempotency key remembers those.
 */
export class DomainError extends Error {
  readonly decidedOnState: boolean;

  constructor(
    readonly kind: ErrorKind,
    readonly code: ErrorCode,
    message: string,
    readonly extra: ErrorExtra = {},
    options: { decidedOnState?: boolean } = {},
  ) {
    super(message);
    this.name = 'DomainError';
    this.decidedOnState = options.decidedOnState ?? false;
  }
}

/** The object does not exist, or belongs to another owner: the answer is the same. */
export function notFound(what: string): DomainError {
  return new DomainError('not-found', 'NOT_FOUND', `${what} not found.`);
}

/** The request itself is wrong: one entry per field. */
export function invalid(field: string, message: string): DomainError {
  return new DomainError('invalid', 'VALIDATION_ERROR', message, {
    errors: [{ field, code: 'invalid_field', message }],
  });
}

/** The object's state does not allow the step. */
export function invalidState(message: string): DomainError {
  return new DomainError('conflict', 'INVALID_STATE', message, {}, { decidedOnState: true });
}
