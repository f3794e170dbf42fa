import type { CallOptions } from '../../support/http-client';
import { CARDS, cardOf } from '../../support/test-cards';
import type { Action, Field } from './actions';
import type { Kind, Mode, Owner } from './owner';

/** Fields that name an object, by their name. */
const OBJECT_FIELD = /(^|_)(id|uuid|ref|token)$/;

/** Fields that look like the name of an object and are not, each with the reason. */
const NO_OBJECT: Readonly<Record<string, string>> = {
  refresh_token: 'a credential',
  refund_ref: 'a text of the merchant, by which it recognises its own refunds',
  order_ref: 'a text of the merchant, by which its own sessions are filtered',
  'auth.php token': 'a credential',
  'transactions.php/export-part token': 'a credential',
  'notifications.php id': 'numbered for each person, so that it names only their own',
  'team.php token': 'a credential',
  'business.php/requests request_id': 'an id of the own requests, which the sender may choose',
  'team.php/leave account_id': 'names the own membership in a team',
  'team.php/activity user_id': 'filters the activity in the own account',
  'subscriptions.php/list plan_id': 'filters the own subscriptions',
  'deposit.php transaction_id': 'a hint to the provider; the deposit is named by tx_ref',
};

/** Object kinds by field; those with a file apply to that file or section only. */
const KIND_OF: Readonly<Record<string, Kind>> = {
  session_id: 'session',
  refund_id: 'refund',
  chargeback_id: 'chargeback',
  app_id: 'app',
  wallet_id: 'wallet',
  webhook_id: 'webhook',
  delivery_id: 'delivery',
  run_id: 'run',
  dispute_uuid: 'dispute',
  request_id: 'incoming-request',
  'wallet.php/cancel-request request_id': 'outgoing-request',
  'escrow.php uuid': 'escrow',
  'escrow.php/cancel uuid': 'incoming-escrow',
  'transactions.php uuid': 'transaction',
  'transactions.php/explain id': 'session',
  'admin.php/ledger/reverse transaction_id': 'transaction',
  'session.php token': 'session-b',
  'sessions.php gw_ref': 'attempt',
  'deposit.php gw_ref': 'deposit-charge',
  tx_ref: 'deposit',
  'business.php/payroll id': 'payroll',
  'business.php/payroll batch_id': 'payroll',
  'business.php/invoices id': 'invoice',
  'invoices.php id': 'invoice',
  'features.php/payment-links id': 'link',
  plan_id: 'plan',
  subscription_id: 'subscription',
  'subscriptions.php/refund invoice_id': 'subscription-invoice',
  'business.php/webhooks id': 'webhook',
  'business.php/webhooks/delivery id': 'delivery',
  'webhooks.php/delivery id': 'delivery',
  'webhooks.php id': 'webhook',
  'settings.php/end-session id': 'sign-in',
  'auth.php/switch-account account_id': 'account',
  'team.php user_id': 'member',
  'team.php invitation_id': 'invitation',
  'payout.php id': 'payout-account',
  'business.php/events id': 'event',
  'events.php id': 'event',
};

/** Of those, the fields of the host whose callers are customers. */
const KIND_ON_APP: Readonly<Record<string, Kind>> = { subscription_id: 'joined-subscription' };

/** The kind of object that a field names, or null if it names none. Throws for a field that is not known here. */
export function kindOf({ host, path, policy }: Action, { name }: Field): Kind | null {
  if (host === 'app' && name in KIND_ON_APP) return KIND_ON_APP[name]!;
  const segments = path.replace('/api/', '').split('/');
  for (let length = segments.length; length >= 0; length--) {
    const key = [segments.slice(0, length).join('/'), name].filter(Boolean).join(' ');
    if (key in NO_OBJECT) return null;
    if (key in KIND_OF) return KIND_OF[key]!;
  }
  // Staff may name objects of every owner.
  if (!OBJECT_FIELD.test(name) || policy.credentials.includes('staff')) return null;
  throw new Error(`${path}: add the kind of object that ${name} names to KIND_OF in pairs.ts`);
}

/** Valid values of the other fields. */
export const VALUES: Readonly<Record<string, unknown>> = {
  pin: '1234',
  otp: '123456',
  card: cardOf(CARDS.approved),
  details: { extwallet_email: 'someone@example.com' },
  method: 'extwallet',
  phone: '+254712345678',
  network: 'MPESA',
  bank_code: undefined,
  reason: 'It never came',
  response: 'It did come',
  since: '2026-01-01T00:00:00.000Z',
  amount: 20,
  active: true,
  role: 'finance',
  currency: 'NGN',
  url: 'https://example.com/hooks',
  email: 'someone@example.com',
  buyer_email: 'someone@example.com',
  customer: { email: 'customer@example.com' },
  name: 'Gold',
  password: 'a long enough passphrase',
};

/** Optional fields without which their action does nothing. */
const NEEDED: ReadonlySet<string> = new Set([
  '/api/subscriptions.php/update-customer email',
  '/api/features.php/payment-links/update active',
]);

/** The responses of lists that the id of another owner's object filters. */
const EMPTY = '200 {"success":true,"data":[]}';
const EMPTY_PAGE =
  '200 {"success":true,"data":{"data":[],"total":0,"page":1,"per_page":20,"total_pages":0,"has_next":false,"has_prev":false,"next_cursor":null}}';
export const EMPTY_LISTS: ReadonlySet<string> = new Set([EMPTY, EMPTY_PAGE]);

/** One request that names an object of another owner in one of its fields. */
export interface Pair {
  action: Action;
  /** The credential with which the request is sent. */
  as: 'session' | 'member' | 'secret-key' | 'checkout-session';
  mode: Mode;
  /** The fields that name the other owner's object. */
  foreign: readonly Field[];
}

/**
 * Actions that refuse the credential or the host first, and lists that an id filters. `open`: every buyer may name the
 * session that they pay.
 */
const OTHERWISE: Readonly<Record<string, string>> = {
  'business business.php/webhooks/list session': EMPTY,
  'business business.php/payments/refunds session': EMPTY_PAGE,
  'business business.php/chargebacks/list session': EMPTY_PAGE,
  'business business.php/chargebacks/list secret-key': EMPTY_PAGE,
  'checkout sessions.php/refunds secret-key': EMPTY_PAGE,
  'sandbox sessions.php/refunds secret-key': EMPTY_PAGE,
  'checkout sessions.php/pay-wallet session': 'open',
  'checkout sessions.php/pay-wallet secret-key': '403 SESSION_REQUIRED',
  'checkout sessions.php/pay-wallet checkout-session': '401 UNAUTHENTICATED',
  'checkout sessions.php/wallet-quote session': 'open',
  'sandbox sessions.php/pay-wallet session': 'open',
  'sandbox sessions.php/wallet-quote session': '400 VALIDATION_ERROR',
  'sandbox sessions.php/wallet-login checkout-session': '400 VALIDATION_ERROR',
};

/** The outcome of a pair: 404, or what `OTHERWISE` says. */
export function outcomeFor({ action, as }: Pair): string {
  const { host, path } = action;
  if (as === 'member' && !admitsMembers(action)) return '403 FORBIDDEN';
  const kind = as === 'member' ? 'session' : as;
  return OTHERWISE[`${host} ${path.replace('/api/', '')} ${kind}`] ?? '404 NOT_FOUND';
}

/** Whether an admin of a team may call the action for the account. */
const admitsMembers = ({ host, policy }: Action) =>
  (host === 'business' || host === 'sandbox') && policy.team !== undefined;

/** Every field of every action that names an object, with every credential of a customer that the action accepts. */
export function pairsOf(actions: readonly Action[]): Pair[] {
  return actions.flatMap((action) => {
    const { credentials } = action.policy;
    const named = action.fields.filter((field) => !credentials.includes('staff') && kindOf(action, field));
    if (named.length === 0) return [];
    const sets = named.length === 1 ? [named] : [...named.map((field) => [field]), named];
    const accepted = (['session', 'member', 'secret-key', 'checkout-session'] as const).filter(
      (kind) =>
        credentials.includes(kind === 'member' ? 'session' : kind) &&
        !(kind === 'secret-key' && action.host === 'app'),
    );
    return accepted.flatMap((as) =>
      modesOf(action, as)
        .flatMap((mode) => sets.map((foreign) => ({ action, as, mode, foreign })))
        .filter((pair) => outcomeFor(pair) !== 'open'),
    );
  });
}

/** Objects that the mode of a request can name. People use the business host for both modes. */
function modesOf({ host, method, path }: Action, as: Pair['as']): Mode[] {
  if (host === 'sandbox') return ['test'];
  if (host === 'checkout' || host === 'app') return ['live'];
  if (!/\/(apps|webhooks|events)\//.test(path)) return ['live'];
  const readable = as === 'session' || as === 'member' || method === 'GET';
  if (path.endsWith('/conformance')) return readable ? ['test'] : [];
  return readable ? ['live', 'test'] : ['live'];
}

/** The request of `by`, whose fields name objects of `foreign` where the pair says so and own objects elsewhere. */
export function requestOf(
  { action, as, mode, foreign }: Pair,
  by: Owner,
  owner: Owner,
): { path: string; body: object | undefined; options: CallOptions } {
  const query = new URLSearchParams();
  const body: Record<string, unknown> = {};
  for (const field of action.fields) {
    const kind = kindOf(action, field);
    const isForeign = foreign.includes(field);
    // Events are numbered for each app, so their actions need one of an account with several.
    const isNeeded = field.required || NEEDED.has(`${action.path} ${field.name}`);
    if (!isNeeded && !isForeign && kind !== 'app') continue;
    const value = kind ? (isForeign ? owner : by).idOf(mode, kind) : valueOf(action, field);
    if (value === undefined) continue;
    if (field.in === 'query') query.set(field.name, String(value as string | number));
    else body[field.name] = value;
  }
  if (action.policy.pin) body.pin = by.merchant.pin;
  const [base] = [action.url.replace('/api/', '')];
  const rest = query.toString();
  return {
    path: rest ? `${base}${base.includes('?') ? '&' : '?'}${rest}` : base,
    body: action.method === 'GET' ? undefined : body,
    options: optionsOf(by, as, mode),
  };
}

function valueOf({ path }: Action, { name, schema }: Field): unknown {
  if (name in VALUES) return VALUES[name];
  if (schema.enum) return schema.enum[0];
  throw new Error(`${path}: add a valid value of ${name} to VALUES in pairs.ts`);
}

function optionsOf({ merchant, memberToken, sessionTokens }: Owner, as: Pair['as'], mode: Mode): CallOptions {
  switch (as) {
    case 'member':
      return { token: memberToken };
    case 'session':
      return { token: merchant.token };
    case 'secret-key':
      return { key: merchant[mode].secret_key };
    case 'checkout-session':
      return { sessionToken: sessionTokens[mode] };
  }
}
