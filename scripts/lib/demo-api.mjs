import { createHmac } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { DATA } from './paths.mjs';
import { Refusal } from './say.mjs';

/** The hosts, accounts and keys that `npm start` seeded. DEMO_FILE names another file of the same form. */
export function demoData() {
  const file = process.env.DEMO_FILE ?? path.join(DATA, 'demo.json');
  if (!existsSync(file))
    throw new Refusal('There is no demo data yet: run `npm start` first, in another terminal.');
  return JSON.parse(readFileSync(file, 'utf8'));
}

/** Calls one action over HTTP and returns its body. Throws on an error response. */
export async function call(
  method,
  host,
  action,
  { key, token, sessionToken, idempotencyKey, body, headers } = {},
) {
  const response = await fetch(`${host}/api/${action}`, {
    method,
    redirect: 'manual',
    headers: {
      ...(body && { 'content-type': 'application/json' }),
      ...(key && { 'x-api-key': key }),
      ...(token && { authorization: `Bearer ${token}` }),
      ...(sessionToken && { 'x-session-token': sessionToken }),
      ...(idempotencyKey && { 'x-idempotency-key': idempotencyKey }),
      ...headers,
    },
    body: body && JSON.stringify(body),
  }).catch((error) => {
    throw new Refusal(
      `${host} does not answer (${error.cause?.code ?? error.message}): is \`npm start\` running?`,
    );
  });
  const answer = await response.json();
  if (!response.ok)
    throw new Refusal(`${method} ${action}: ${response.status} ${answer.error_code}: ${answer.message}`);
  return answer;
}

export async function signIn({ hosts }, { email, password, totp_secret: secret }) {
  const body = { email, password, ...(secret && { totp_code: totp(secret) }) };
  return (await call('POST', hosts.business, 'auth.php?action=login', { body })).access_token;
}

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** The six digits that an authenticator app shows now (RFC 6238). */
export function totp(secret) {
  const bits = [...secret.replace(/=+$/, '')]
    .map((c) => BASE32.indexOf(c).toString(2).padStart(5, '0'))
    .join('');
  const key = Buffer.from(bits.match(/.{8}/g).map((byte) => parseInt(byte, 2)));
  const step = Buffer.alloc(8);
  step.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000)));
  const mac = createHmac('sha1', key).update(step).digest();
  return String((mac.readUInt32BE(mac[19] & 15) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}
