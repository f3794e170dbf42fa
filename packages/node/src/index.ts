export { Payments, type PaymentsOptions } from './payments.js';
export {
  ApiError,
  AuthenticationError,
  CardDeclinedError,
  ConflictError,
  ConnectionError,
  type FieldError,
  NotFoundError,
  PaymentsError,
  PermissionError,
  RateLimitError,
  ServerError,
  SignatureError,
  type SignatureFault,
  ValidationError,
} from './errors.js';
export type { ErrorCode, Schemas } from './generated/resources.js';
export type { List } from './list.js';
export type { HostName, IdempotentOptions, RequestOptions } from './resource.js';
export {
  constructEvent,
  type UnknownEvent,
  type WebhookEvent,
  type WebhookHeaders,
  type WebhookOptions,
} from './webhooks.js';
