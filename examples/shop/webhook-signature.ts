import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

const TOLERANCE_SECONDS = 300;

/**
 * Whether a holder of one of the secrets sent these bytes, and recently: as docs/guides/webhooks.md describes. `now` is in
 * milliseconds.
 */
export function isGenuine(
  body: string,
  headers: IncomingHttpHeaders,
  secrets: readonly string[],
  now: number,
): boolean {
  const {
    'webhook-id': id = '',
    'webhook-timestamp': timestamp = '',
    'webhook-signature': signature = '',
  } = headers;
  if (!(Math.abs(now / 1000 - Number(timestamp)) <= TOLERANCE_SECONDS)) return false;
  const given = String(signature)
    .split(' ')
    .map((text) => Buffer.from(text));
  return secrets.some((secret) => {
    const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
    const digest = createHmac('sha256', key).update(`${String(id)}.${String(timestamp)}.${body}`);
    const expected = Buffer.from(`v1,${digest.digest('base64')}`);
    return given.some((text) => text.length === expected.length && timingSafeEqual(text, expected));
  });
}
