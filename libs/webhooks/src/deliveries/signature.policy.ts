import { createHmac } from 'node:crypto';

const PREFIX = 'whsec_';

/**
 * The headers that prove the sender of the body: the service's own signature with the newest secret (and
 * another header for the previous secret during its grace period), and those of Standard Webhooks, one for each
 * valid secret. `timestamp` is in Unix seconds.
 */
export function signatureHeaders(
  secrets: readonly string[],
  messageId: string,
  timestamp: number,
  body: string,
): Record<string, string> {
  const [newest, previous] = secrets;
  if (!newest) throw new Error('the endpoint has no secret');
  const signed = `${messageId}.${timestamp}.${body}`;
  return {
    'X-Service-Signature': plain(newest, body),
    ...(previous && { 'X-Service-Signature-Previous': plain(previous, body) }),
    'webhook-id': messageId,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': secrets
      .map((secret) => `v1,${createHmac('sha256', keyOf(secret)).update(signed).digest('base64')}`)
      .join(' '),
  };
}

function plain(secret: string, body: string): string {
  return `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
}

/** Standard Webhooks keys are the decoded bytes after the prefix, not the text. */
function keyOf(secret: string): Buffer {
  return Buffer.from(secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : secret, 'base64');
}
