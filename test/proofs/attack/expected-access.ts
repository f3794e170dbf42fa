import type { Scope } from '../../../libs/http/src/access/scopes';
import type { TeamRole } from '../../../libs/http/src/access/team-roles';
import { ROLES_OF_CAPABILITY } from '../../support/team-access';
import type { Action, Host } from './actions';
import type { Credential, Identity } from './credentials';

type Policy = Action['policy'];

/** `open`: the credential passes. `as-anonymous`: the action is public and ignores it. Otherwise status and code. */
export type Access = 'open' | 'as-anonymous' | `${401 | 403} ${string}`;

/** Codes with which authentication and authorization refuse a request. */
export const REFUSALS = [
  ...['UNAUTHENTICATED', 'TOKEN_EXPIRED', 'INVALID_API_KEY', 'SESSION_REQUIRED', 'SCOPE_MISSING'],
  ...['LIVE_KEY_FORBIDDEN', 'TEST_KEY_FORBIDDEN', 'IP_NOT_ALLOWED', 'FORBIDDEN', 'TOTP_REQUIRED'],
];

/**
 * The outcome that the API documentation promises ("Authentication" in docs/reference/api.md) for a credential on an action. It
 * is written from the documentation, not from the guards, so that the two can be compared.
 */
export function accessOf({ host, method, path, policy }: Action, credential: Credential): Access {
  if (policy.credentials.length === 0) return 'as-anonymous';
  const knowsAlias = host === 'checkout' || host === 'sandbox';
  const identity =
    (host === 'sandbox' && policy.credentials.includes('secret-key') && credential.inSandbox) ||
    (!knowsAlias && credential.elsewhere) ||
    credential.identity;
  switch (identity.kind) {
    case 'none':
      return '401 UNAUTHENTICATED';
    case 'invalid':
      return `401 ${identity.code}`;
    case 'user':
    case 'staff':
      return accessOfPerson(identity, policy);
    case 'member':
      return accessOfMember(identity.role, host, policy);
    case 'secret-key':
    case 'public-key':
      return refusedByHost(host, method, identity.mode) ?? accessOfKey(identity, policy);
    case 'checkout-session':
      return policy.credentials.includes('checkout-session') ? 'open' : '401 UNAUTHENTICATED';
    case 'checkout-buyer':
      return host === 'checkout' && OF_BUYERS.test(path) ? 'open' : '401 UNAUTHENTICATED';
  }
}

function accessOfPerson(identity: Identity & { kind: 'user' | 'staff' }, policy: Policy): Access {
  // Staff have just signed in with a code, customers without one.
  const access = policy.proof && identity.kind === 'user' ? '401 TOTP_REQUIRED' : 'open';
  if (policy.credentials.includes('session')) return access;
  if (!policy.credentials.includes('staff')) return '401 UNAUTHENTICATED';
  if (identity.kind === 'user' || !identity.secondFactor) return '403 FORBIDDEN';
  return identity.role === 'admin' || policy.roles?.includes(identity.role) ? access : '403 FORBIDDEN';
}

/** The table of docs/guides/team.md. */
function accessOfMember(role: TeamRole, host: Host, { credentials, team, proof }: Policy): Access {
  if (!credentials.includes('session'))
    return credentials.includes('staff') ? '403 FORBIDDEN' : '401 UNAUTHENTICATED';
  if (host === 'app' || host === 'checkout') return '403 FORBIDDEN';
  if (!team || !ROLES_OF_CAPABILITY[team].includes(role)) return '403 FORBIDDEN';
  return proof ? '401 TOTP_REQUIRED' : 'open';
}

function refusedByHost(host: Host, method: string, mode: 'live' | 'test'): Access | null {
  if (host === 'app') return '403 SESSION_REQUIRED';
  if (host === 'sandbox') return mode === 'live' ? '403 LIVE_KEY_FORBIDDEN' : null;
  if (mode === 'live') return null;
  return host === 'checkout' || method !== 'GET' ? '403 TEST_KEY_FORBIDDEN' : null;
}

function accessOfKey(
  identity: Identity & { kind: 'secret-key' | 'public-key' },
  { credentials, scope }: Policy,
): Access {
  const accepted = (['secret-key', 'public-key'] as const).filter((kind) => credentials.includes(kind));
  if (accepted.length === 0) return '403 SESSION_REQUIRED';
  if (!accepted.includes(identity.kind)) return '401 INVALID_API_KEY';
  if (identity.kind === 'public-key' || !scope || identity.scopes === null) return 'open';
  const { scopes } = identity;
  const isGranted = scopes.includes(scope) || (INCLUDING[scope] ?? []).some((held) => scopes.includes(held));
  return isGranted ? 'open' : '403 SCOPE_MISSING';
}

/** What a buyer who signed in on a payment page may call, and the only writes of sessions on checkout and sandbox. */
const OF_BUYERS = /^\/api\/sessions\.php\/(?:pay-wallet|wallet-quote)$/;

/** Scopes that include the one named. */
const INCLUDING: Readonly<Record<string, readonly Scope[]>> = { 'charges:read': ['charges:create'] };

/** Who may call the actions of a file, or of a section of it (docs/reference/api.md, "Hosts" and "Authentication"). */
const AREAS: readonly [prefix: string, credentials: readonly string[]][] = [
  ['/api/admin.php/', ['staff']],
  ['/api/business.php/apps/', ['session']],
  ['/api/business.php/payroll/', ['session']],
  ['/api/settings.php/', ['session']],
  ['/api/kyc.php/', ['session']],
  ['/api/notifications.php/', ['session']],
  ['/api/', ['session', 'secret-key', 'public-key', 'checkout-session']],
];

/** Actions without a credential, each for a reason. Any other action has to ask for one. */
const PUBLIC: readonly [pattern: RegExp, reason: string][] = [
  [
    /^\/api\/auth\.php\/(login|register|refresh|logout|forgot-password|reset-password)$/,
    'gives or ends a session',
  ],
  [/^\/api\/auth\.php\/not-me$/, 'the token of a mailed link is the credential'],
  [/^\/api\/auth\.php\/staff-(invitation|setup)$/, 'the token of a set-up link is the credential'],
  [/^\/api\/gateway-events\.php$/, 'events of payment providers carry a signature'],
  [/^\/api\/wallet\.php\/statement-key$/, 'a public key'],
  [/^\/api\/transactions\.php\/export-part$/, 'the signed address of an export is the credential'],
  [
    /^\/api\/(deposit\.php\/return|kyc\.php\/bvn-return)$/,
    'the page to which a provider returns the payer or the person',
  ],
  [/^\/api\/v1\/checkout\.js$|^\/checkout\.js$|^\/checkout-js\/|^\/assets\//, 'static files'],
  [
    /^\/(pay|escrow|challenge|invoice|subscription|report|refund)\/:token/,
    'pages whose address is the credential',
  ],
  [/^\/link\/:code/, 'pages for anyone who was given their address'],
  [/^\/(reset-password|not-me)$/, 'the page of a mailed link'],
  [/^\/forgot-password$/, 'the page on which people ask for that link'],
  [/^\/brand\/:file$/, 'logos, which every payer sees'],
  [/^\/staff-setup$/, 'the page of a set-up link'],
  [/^\/session(\/|$)/, 'the cookie of the console or credentials in the body, from pages of the host only'],
  [/^\/(login|register)$|^\/(dashboard|admin)(\/\*)?$/, 'the document of the console'],
  [/^\/admin\/queues/, 'the board checks a cookie of its own'],
  [/^\/health\/|^\/metrics$/, 'probes'],
  [/^\/$/, 'what the host is'],
  [/^\/docs(\/|$)/, 'the documentation'],
  [/^\/simulator\//, 'simulated providers, in development only'],
  [/^\/\*$/, 'the fallback refuses every request'],
  [
    /^\/api\/(sessions\.php\/create-public|subscriptions\.php\/subscribe-public)$/,
    'the preflight of a cross-origin request',
  ],
];

/** What is wrong with the declared credentials of an action, or null. */
export function areaFault({ host, method, path, policy }: Action): string | null {
  if (policy.credentials.length === 0) {
    return PUBLIC.some(([pattern]) => pattern.test(path)) ? null : 'asks for no credential';
  }
  const readsOnly = (host === 'checkout' || host === 'sandbox') && !OF_BUYERS.test(path);
  if (readsOnly && method !== 'GET' && policy.credentials.includes('session')) return 'lets sessions write';
  const [, allowed] = AREAS.find(([prefix]) => path.startsWith(prefix)) ?? ['', []];
  const extra = policy.credentials.filter((credential) => !allowed.includes(credential));
  return extra.length === 0 ? null : `accepts ${extra.join(', ')}`;
}
