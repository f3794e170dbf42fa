import { GatewayOutcomeUnknown } from '@app/charges';
import { Bvn, type BvnRecord, type BvnResult, type BvnStart } from '@app/kyc';
import { fields, textField } from './gateway-answer.mapping';
import { addressFromResponse } from './transaction.mapping';

const STATUSES = new Map<string, BvnResult['kind']>([
  ['initiated', 'pending'],
  ['pending', 'pending'],
  ['processing', 'pending'],
  ['completed', 'found'],
  ['successful', 'found'],
  ['failed', 'declined'],
  ['declined', 'declined'],
  ['rejected', 'declined'],
  ['cancelled', 'declined'],
  ['expired', 'declined'],
]);

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/**
 * Reads the answer to an order. A person who has consented before gets no address, or the return address that was sent.
 */
export function startFromResponse(value: unknown, redirectUrl: string): BvnStart {
  const data = fields(value);
  const address = data.url ?? data.redirect_url ?? null;
  const hasConsented = address === null || address === '' || isSamePage(address, redirectUrl);
  return {
    kind: 'started',
    reference: textField(data, 'reference'),
    consentUrl: hasConsented ? null : addressFromResponse(address),
  };
}

/** Reads a verification. Throws `GatewayOutcomeUnknown` for another one and for an unknown status. */
export function resultFromResponse(value: unknown, reference: string): BvnResult {
  const data = fields(value);
  if (textField(data, 'reference') !== reference)
    throw new GatewayOutcomeUnknown('the gateway answered for another reference');
  const kind = STATUSES.get(textField(data, 'status').toLowerCase());
  if (!kind) throw new GatewayOutcomeUnknown('the gateway answered with an unknown status');
  if (kind !== 'found') return { kind };
  // The record arrives later than the status in some answers.
  return data.bvn_data ? { kind, record: recordFromResponse(data.bvn_data) } : { kind: 'pending' };
}

function recordFromResponse(value: unknown): BvnRecord {
  const data = fields(value);
  const { bvn } = data;
  return {
    bvn: typeof bvn === 'string' && /^\d{11}$/.test(bvn) ? new Bvn(bvn) : null,
    firstName: textField(data, 'firstName'),
    middleName: typeof data.middleName === 'string' ? data.middleName : '',
    lastName: textField(data, 'surname'),
    dateOfBirth: dateFromResponse(data.dateOfBirth),
    isWatchListed: /^(yes|true|1)$/i.test(String(data.watchlisted)),
  };
}

/** `1990-01-31`, `31-01-1990`, `31/01/1990` or `31-Jan-1990` as `1990-01-31`; null for anything else. */
export function dateFromResponse(value: unknown): string | null {
  if (typeof value !== 'string') return null;
  const iso = /^(\d{4})-(\d{2})-(\d{2})(?:T.*)?$/.exec(value);
  if (iso) return `${iso[1]}-${iso[2]}-${iso[3]}`;
  const dayFirst = /^(\d{1,2})[-/ ](\d{2}|[A-Za-z]{3,9})[-/ ](\d{4})$/.exec(value);
  if (!dayFirst) return null;
  const [, day, month, year] = dayFirst as unknown as [string, string, string, string];
  const number = /\d/.test(month) ? Number(month) : MONTHS.indexOf(month.slice(0, 3).toLowerCase()) + 1;
  if (number < 1 || number > 12) return null;
  return `${year}-${String(number).padStart(2, '0')}-${day.padStart(2, '0')}`;
}

function isSamePage(address: unknown, redirectUrl: string): boolean {
  if (typeof address !== 'string' || !URL.canParse(address)) return false;
  const [a, b] = [new URL(address), new URL(redirectUrl)];
  return a.origin === b.origin && a.pathname === b.pathname;
}
