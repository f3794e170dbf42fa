import { createHmac, randomBytes } from 'node:crypto';
import { SCOPES, type Scope } from '../../../libs/http/src/access/scopes';
import { TEAM_ROLES, type TeamRole } from '../../../libs/http/src/access/team-roles';
import type { CallOptions } from '../../support/http-client';
import { BrowserSession } from '../../support/browser-session';
import type { TestUser } from '../../support/people';
import type { Platform } from '../../support/platform';
import { Teams } from '../../support/teams';
import type { Mode, Owner } from './owner';

export type Role = 'support' | 'finance' | 'compliance' | 'admin';

/** What a credential is, from which the expected outcome is derived. */
export type Identity =
  | { kind: 'none' }
  /** Refused on every action that needs a credential, with this code. */
  | { kind: 'invalid'; code: 'UNAUTHENTICATED' | 'TOKEN_EXPIRED' | 'INVALID_API_KEY' }
  | { kind: 'user' }
  /** A session that acts for the account of a business. */
  | { kind: 'member'; role: TeamRole }
  | { kind: 'staff'; role: Role; secondFactor: boolean }
  | { kind: 'secret-key'; mode: Mode; scopes: readonly Scope[] | null }
  | { kind: 'public-key'; mode: Mode }
  | { kind: 'checkout-session' }
  /** The session of a buyer who signed in on the page of a live checkout session. */
  | { kind: 'checkout-buyer' };

export interface Credential {
  name: string;
  identity: Identity;
  options: CallOptions;
  /** What it is on hosts that know no X-Checkout-Key, if that differs. */
  elsewhere?: Identity;
  /** What it is in the sandbox for actions that take secret keys, if that differs. */
  inSandbox?: Identity;
}

/** Every kind of credential that a request can carry, valid or not. The owner's objects stay as they are. */
export async function openCredentials(platform: Platform, owner: Owner): Promise<Credential[]> {
  const { merchant, sessionTokens } = owner;
  const { live, test } = merchant;
  const other = await platform.signUp();
  const bearer = (token: string): CallOptions => ({ headers: { authorization: token } });
  const credentials: Credential[] = [
    { name: 'no credential', identity: { kind: 'none' }, options: {} },
    { name: 'session of the owner', identity: { kind: 'user' }, options: { token: merchant.token } },
    {
      name: 'session of the owner with X-App',
      identity: { kind: 'user' },
      inSandbox: { kind: 'secret-key', mode: 'test', scopes: null },
      options: { token: merchant.token, headers: { 'x-app': test.app_id } },
    },
    await consoleCookie(platform, merchant),
    { name: 'session of another person', identity: { kind: 'user' }, options: { token: other.token } },
    ...(await members(platform, owner)),
    await checkoutBuyer(platform, owner),
    ...(await invalidSessions(platform)),
    invalid('secret key as bearer token', 'UNAUTHENTICATED', bearer(`Bearer ${live.secret_key}`)),
    invalid('key in Authorization', 'UNAUTHENTICATED', bearer(live.secret_key)),
    invalid('session and key', 'UNAUTHENTICATED', { token: merchant.token, key: live.secret_key }),
    invalid('unknown secret key', 'INVALID_API_KEY', { key: `sk_live_${randomBytes(24).toString('hex')}` }),
    invalid('key without shape', 'INVALID_API_KEY', { key: 'undefined' }),
    invalid('webhook secret as key', 'INVALID_API_KEY', { key: live.webhook_secret || 'whsec_none' }),
    invalid('revoked key', 'INVALID_API_KEY', { key: await revokedKey(platform) }),
    {
      ...invalid('two keys', 'UNAUTHENTICATED', {
        key: live.secret_key,
        headers: { 'x-checkout-key': test.secret_key },
      }),
      elsewhere: { kind: 'secret-key', mode: 'live', scopes: null },
    },
  ];
  for (const mode of ['live', 'test'] as const) {
    const [key, publicKey] = [merchant[mode].secret_key, merchant[mode].public_key];
    const identity: Identity = { kind: 'secret-key', mode, scopes: null };
    credentials.push(
      { name: `${mode} secret key`, identity, options: { key } },
      {
        name: `${mode} secret key in X-Checkout-Key`,
        identity,
        options: { headers: { 'x-checkout-key': key } },
        elsewhere: { kind: 'none' },
      },
      { name: `${mode} public key`, identity: { kind: 'public-key', mode }, options: { key: publicKey } },
      {
        name: `token of a ${mode} checkout session`,
        identity: { kind: 'checkout-session' },
        options: { sessionToken: sessionTokens[mode] },
      },
    );
    for (const scope of SCOPES) {
      const { secret_key } = await platform.people.createApp(merchant, mode, { scopes: [scope] });
      credentials.push({
        name: `${mode} secret key with ${scope}`,
        identity: { kind: 'secret-key', mode, scopes: [scope] },
        options: { key: secret_key },
      });
    }
  }
  return [...credentials, ...(await staff(platform))];
}

/** No action reads it. */
async function consoleCookie(platform: Platform, { email, password }: TestUser): Promise<Credential> {
  const browser = new BrowserSession(platform);
  const { status, text } = await browser.signIn({ email, password });
  if (status !== 200) throw new Error(`session: ${status} ${text}`);
  const headers = { cookie: `console=${browser.cookies.get('console')}` };
  return { name: 'cookie of the console', identity: { kind: 'none' }, options: { headers } };
}

async function members(platform: Platform, { merchant }: Owner): Promise<Credential[]> {
  const teams = new Teams(platform);
  const found: Credential[] = [];
  for (const role of TEAM_ROLES) {
    const { token } = await teams.member(merchant, role);
    found.push({
      name: `session of a member with the role ${role}`,
      identity: { kind: 'member', role },
      options: { token },
    });
  }
  return found;
}

async function checkoutBuyer(platform: Platform, owner: Owner): Promise<Credential> {
  const { email, password } = await platform.signUp();
  const { status, body, text } = await platform.post(
    'checkout',
    'sessions.php?action=wallet-login',
    { session_id: owner.idOf('live', 'session'), email, password },
    { sessionToken: owner.sessionTokens.live },
  );
  if (status !== 200) throw new Error(`wallet-login: ${status} ${text}`);
  return {
    name: 'session of a buyer on a payment page',
    identity: { kind: 'checkout-buyer' },
    options: { token: body.access_token as string },
  };
}

async function staff(platform: Platform): Promise<Credential[]> {
  const roles = ['support', 'finance', 'compliance', 'admin'] as const;
  const found: Credential[] = [];
  for (const role of roles) {
    const { token } = await platform.staff(role);
    found.push({
      name: `session of ${role}`,
      identity: { kind: 'staff', role, secondFactor: true },
      options: { token },
    });
  }
  const { id, token } = await platform.staff('admin');
  await platform.sql('DELETE FROM two_factors WHERE id = $1', [id]);
  await platform.sessionChangesProcessed();
  found.push({
    name: 'session of an administrator without a second factor',
    identity: { kind: 'staff', role: 'admin', secondFactor: false },
    options: { token },
  });
  return found;
}

async function invalidSessions(platform: Platform): Promise<Credential[]> {
  const [ended, frozen, person] = [await platform.signUp(), await platform.signUp(), await platform.signUp()];
  await platform.post('business', 'auth.php?action=logout', { refresh_token: ended.refreshToken });
  await platform.people.freeze(frozen.id);
  await platform.sessionChangesProcessed();
  const [header, payload] = person.token.split('.') as [string, string, string];
  const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const content = JSON.parse(Buffer.from(payload, 'base64url').toString()) as object;
  const forged = (head: string, body: string, key: string) =>
    `${head}.${body}.${createHmac('sha256', key).update(`${head}.${body}`).digest('base64url')}`;
  return [
    invalid('session that was logged out', 'UNAUTHENTICATED', { token: ended.token }),
    invalid('session of a frozen account', 'UNAUTHENTICATED', { token: frozen.token }),
    invalid('refresh token', 'UNAUTHENTICATED', { token: person.refreshToken }),
    invalid('no bearer token', 'UNAUTHENTICATED', { headers: { authorization: 'Bearer' } }),
    invalid('basic authentication', 'UNAUTHENTICATED', { headers: { authorization: 'Basic YTpi' } }),
    invalid('garbage', 'UNAUTHENTICATED', { token: 'a.b.c' }),
    invalid('unsigned token', 'UNAUTHENTICATED', {
      token: `${encoded({ alg: 'none', typ: 'JWT' })}.${payload}.`,
    }),
    invalid('token with another signature', 'UNAUTHENTICATED', { token: forged(header, payload, 'secret') }),
    invalid('token with another subject', 'UNAUTHENTICATED', {
      token: [header, encoded({ ...content, sub: ended.id }), person.token.split('.')[2]].join('.'),
    }),
  ];
}

/** The access token of a session that began so long ago that it expired. */
export async function expiredSession(platform: Platform): Promise<Credential> {
  const { token } = await platform.signUp();
  platform.clock.advance({ minutes: 16 });
  return invalid('expired session', 'TOKEN_EXPIRED', { token });
}

async function revokedKey(platform: Platform): Promise<string> {
  const { live, token, pin } = await platform.merchant();
  const body = { app_id: live.app_id, pin };
  const { status, text } = await platform.post('business', 'business.php?section=apps&action=revoke', body, {
    token,
  });
  if (status !== 200) throw new Error(`revoke: ${status} ${text}`);
  await platform.sessionChangesProcessed();
  return live.secret_key;
}

function invalid(
  name: string,
  code: Extract<Identity, { kind: 'invalid' }>['code'],
  options: CallOptions,
): Credential {
  return { name, identity: { kind: 'invalid', code }, options };
}
