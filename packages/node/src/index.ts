export { Payments, type PaymentsOptions } from './payments.js';
export * from './errors.js';
export * from './webhooks.js';
export type { ErrorCode, Schemas } from './generated/resources.js';
export type { List } from './list.js';
export type { HostName, IdempotentOptions, RequestOptions } from './resource.js';
