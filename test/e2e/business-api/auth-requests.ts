import { randomBytes } from 'node:crypto';
import type { HttpAnswer } from '../../support/http-client';
import type { Platform } from '../../support/platform';

export const PASSWORD = 'a long enough passphrase';
export const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
export const newEmail = () => `user-${randomBytes(6).toString('hex')}@example.com`;
export const newTag = () => `t_${randomBytes(5).toString('hex')}`;
export const titled = (value: unknown): [string, unknown] => [
  (JSON.stringify(value) ?? 'nothing').slice(0, 40),
  value,
];

export const person = (fields: object = {}) => ({
  account_type: 'personal',
  email: newEmail(),
  password: PASSWORD,
  first_name: 'Ada',
  last_name: 'Bello',
  ...fields,
});

/** Values that every text field refuses. */
export const NO_TEXTS: unknown[] = [
  ...['a\u0000b', '\ud800', 'line\nline', 'a\u{e0041}b', 'x'.repeat(30_000), '', '   '],
  ...[7, -1, 1e21, true, ['x'], [], {}, { $ne: 1 }, { toString: 'x' }],
];

type Host = 'business' | 'app';

/** Requests to auth.php of a platform that starts later. */
export function authRequests(platform: () => Platform) {
  const auth = (action: string, body: unknown, host: Host = 'business'): Promise<HttpAnswer> =>
    platform().post(host, `auth.php?action=${action}`, body);
  const register = (fields: object = {}) => auth('register', person(fields));
  const profile = (token: string, host: Host = 'business') =>
    platform().get(host, 'auth.php?action=profile', { token });
  return { auth, register, profile };
}
