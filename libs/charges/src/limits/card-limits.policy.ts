import { networksOf } from '@app/http';

/** Seconds in which tries and declines of cards count together. */
export const CARD_WINDOW_SECONDS = 600;

/** Cards tried for one session or deposit: a buyer mistypes and tries another card. */
export const CARDS_PER_SUBJECT = 10;

/**
 * Declined cards of one client address, at one app or for deposits. Many buyers may share an address. The /48 of an
 * IPv6 address has ten times as many.
 */
export const DECLINED_PER_ADDRESS = 30;

/** Declined cards of all deposits of one owner. */
export const DECLINED_PER_DEPOSITOR = 20;

/** Declined cards in the sessions that an app has opened with its secret key. */
export const DECLINED_PER_SECRET_KEY = 100;

/** Declined cards in sessions of one key after which the merchant is notified. */
export const DECLINED_BEFORE_ALERT = 100;

/** Seconds between two such notifications of one key. */
export const ALERT_INTERVAL_SECONDS = 3600;

/** For whom a card is charged: it decides which declines count together, and how many are too many. */
export type CardPayee =
  | { kind: 'secret-key' | 'public-key'; appId: string; mode: string }
  | { kind: 'deposit'; ownerId: string }
  /** A public page of the merchant: an invoice, a payment link. */
  | { kind: 'page'; ownerId: string; mode: string };

/** The limits of one try. */
export interface CardScope {
  scope: string;
  /** Null: declines do not close this scope, because strangers can cause them. */
  maxDeclined: number | null;
  /** Whether requests that are still at the gateway count as declined. */
  countsCalling: boolean;
  /** Null where the client is the merchant's server. */
  addressScope: string | null;
  /** The wider network of an IPv6 address; null for other clients. */
  siteScope: { scope: string; maxDeclined: number } | null;
}

/**
 * Declines in sessions of a public key and of public pages close only the client address that caused them, and sessions
 * of the secret key count separately. An address counts over the deposits of all owners.
 */
export function cardScopeOf(payee: CardPayee, clientAddress: string | null): CardScope {
  if (payee.kind === 'deposit') {
    const scope = `deposit ${payee.ownerId}`;
    const maxDeclined = DECLINED_PER_DEPOSITOR;
    return { scope, maxDeclined, countsCalling: true, ...networkScopes('deposits', clientAddress) };
  }
  const scope = `${payee.kind} ${payee.mode} ${payee.kind === 'page' ? payee.ownerId : payee.appId}`;
  const maxDeclined = payee.kind === 'secret-key' ? DECLINED_PER_SECRET_KEY : null;
  return { scope, maxDeclined, countsCalling: false, ...networkScopes(scope, clientAddress) };
}

function networkScopes(
  scope: string,
  clientAddress: string | null,
): Pick<CardScope, 'addressScope' | 'siteScope'> {
  if (clientAddress === null) return { addressScope: null, siteScope: null };
  const [network, site] = networksOf(clientAddress).toReversed();
  return {
    addressScope: `${scope} ${network!.key}`,
    siteScope: site
      ? { scope: `${scope} ${site.key}`, maxDeclined: DECLINED_PER_ADDRESS * site.factor }
      : null,
  };
}
