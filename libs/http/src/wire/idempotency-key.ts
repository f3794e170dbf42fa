import { invalid } from '@app/kernel';
import { normalCode } from '../validation/normal';
import { variantOf } from './envelope';
import type { WireRequest } from './request';

const VISIBLE_ASCII = /^[\x21-\x7e]{1,128}$/;
/** `Idempotency-Key` is the name in the IETF draft. If it were ignored, a retry with it would pay twice. */
const HEADERS = ['x-idempotency-key', 'idempotency-key'] as const;

/** The idempotency key of a request. Throws where it is malformed or where several keys differ. */
export function idempotencyKeyOf(request: WireRequest): string | undefined {
  const [key, ...others] = sentKeys(request);
  if (key === undefined) return undefined;
  if (!isKey(key)) {
    throw invalid('idempotency_key', 'An idempotency key is 1 to 128 visible ASCII characters.');
  }
  if (others.some((other) => other !== key)) {
    throw invalid('idempotency_key', 'The request names several idempotency keys, and they differ.');
  }
  return key;
}

/** As `idempotencyKeyOf`, but undefined where that throws. */
export function validKeyOf(request: WireRequest): string | undefined {
  const [key, ...others] = sentKeys(request);
  return isKey(key) && others.every((other) => other === key) ? key : undefined;
}

function sentKeys({ headers, url, body }: WireRequest): unknown[] {
  // The guards call this before the body is validated.
  const fields = body as { idempotency_key?: unknown } | null | undefined;
  const inBody = variantOf(url) === 'B' ? normalCode(fields?.idempotency_key) : undefined;
  return [...HEADERS.map((name) => headers[name]), inBody].filter((key) => key !== undefined);
}

function isKey(key: unknown): key is string {
  return typeof key === 'string' && VISIBLE_ASCII.test(key);
}
