import type { components } from './generated/types.js';

type Body = components['schemas']['Error'];

/** Every error of this client. No error contains a key or a token. */
export class PaymentsError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.name;
  }
}

/**
 * No response arrived: the connection failed, or the time limit passed. A request that changes something may have been
 * executed; to repeat it safely, send it again with the same `idempotencyKey`.
 */
export class ConnectionError extends PaymentsError {}

/**
 * `missing_header`: a header of the signature is absent. `outside_tolerance`: the event is old or from the future.
 * `no_match`: signed with another secret, or changed afterwards. `parsed_body`: the raw body was not given.
 */
export type SignatureFault = 'missing_header' | 'outside_tolerance' | 'no_match' | 'parsed_body';

/** A webhook is not genuine, or was not passed on as it arrived. Answer it with 401. */
export class SignatureError extends PaymentsError {
  constructor(
    readonly reason: SignatureFault,
    message: string,
  ) {
    super(message);
  }
}

/** What is wrong with one field of a request. */
export type FieldError = NonNullable<Body['errors']>[number];

/** The body of an error response; other servers on the way may answer without any of it. */
export type ErrorBody = Partial<Omit<Body, 'success'>>;

/** The API refused a request. Subclasses name the usual kinds; `errorCode` is the exact reason. */
export class ApiError extends PaymentsError {
  /** Null if the response was no JSON of the API. */
  readonly errorCode: Body['error_code'] | null;
  /** The fields that a `ValidationError` is about. */
  readonly errors: FieldError[];
  /** Seconds after which the request may be sent again, if the API named them. */
  readonly retryAfter: number | null;
  /** Name it when you ask the operator about this request. */
  readonly requestId: string | null;
  /** The page about this code. */
  readonly docUrl: string | null;

  constructor(
    message: string,
    /** The HTTP status. */
    readonly status: number,
    { error_code, errors, doc_url, request_id }: ErrorBody,
    retryAfter: number | null,
  ) {
    super(message);
    this.errorCode = error_code ?? null;
    this.errors = errors ?? [];
    this.retryAfter = retryAfter;
    this.requestId = request_id ?? null;
    this.docUrl = doc_url ?? null;
  }
}

/** 401: the key, the session or a code is missing or not valid. */
export class AuthenticationError extends ApiError {}
/** 403: the credential does not allow this. */
export class PermissionError extends ApiError {}
/** 404: the object does not exist, or belongs to another account. */
export class NotFoundError extends ApiError {}
/** 409: the state of the object does not allow this, or the idempotency key belongs to another request. */
export class ConflictError extends ApiError {}
/** `VALIDATION_ERROR`: correct the fields that `errors` names. */
export class ValidationError extends ApiError {}
/** `CARD_DECLINED`: the session stays payable. */
export class CardDeclinedError extends ApiError {}
/** 429: too many requests, or too many attempts. */
export class RateLimitError extends ApiError {}
/** 5xx, or a response that is not the API's. */
export class ServerError extends ApiError {}
