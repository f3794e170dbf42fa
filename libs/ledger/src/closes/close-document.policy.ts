import { createHash } from 'node:crypto';
import { canonicalJson, type Currency } from '@app/kernel';

/** Balance of one kind of account in one currency, in smallest units. */
export interface CloseTotal {
  currency: Currency;
  code: string;
  minor: string;
}

/** The last seal of the audit log at the end of a day, and its hash in hex. */
export interface AuditHead {
  last_position: string;
  last_hash: string;
}

/** The state of the books at the end of a day. */
export interface CloseDocument {
  kind: 'ledger-close';
  /** `YYYY-MM-DD`, UTC. */
  day: string;
  /** The last seal whose journal was booked by the end of the day, and its hash in hex. */
  last_position: string;
  last_hash: string;
  /** Totals of everything sealed up to there; those of one currency sum to zero. */
  totals: CloseTotal[];
  /** Absent in closes from before the audit log was sealed. */
  audit?: AuditHead;
  /** SHA-256 of the previous close, in hex; null in the first one. */
  previous: string | null;
}

/** A close as stored in the database and in its file. */
export interface SignedClose {
  day: string;
  /** Canonical JSON of the document, which is signed. */
  text: string;
  signature: string;
  keyId: string;
}

export function textOf(document: CloseDocument): string {
  return canonicalJson(document);
}

/** Parses a document; null where the text is invalid. */
export function documentOf(text: string): CloseDocument | null {
  try {
    const document = JSON.parse(text) as CloseDocument;
    const isClose = document.kind === 'ledger-close' && /^\d+$/.test(document.last_position);
    return isClose && Array.isArray(document.totals) ? document : null;
  } catch {
    return null;
  }
}

export function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** Adds a day's movements to the earlier totals; kinds of account whose total is zero are left out. */
export function totalsAfter(before: readonly CloseTotal[], moved: readonly CloseTotal[]): CloseTotal[] {
  const sums = new Map<string, CloseTotal>();
  for (const total of [...before, ...moved]) {
    const key = `${total.currency} ${total.code}`;
    const minor = BigInt(sums.get(key)?.minor ?? 0) + BigInt(total.minor);
    sums.set(key, { currency: total.currency, code: total.code, minor: minor.toString() });
  }
  const entries = [...sums].filter(([, { minor }]) => minor !== '0');
  return entries.sort(([a], [b]) => (a < b ? -1 : 1)).map(([, total]) => total);
}

const DAY_MS = 86_400_000;

export function endOf(day: string): Date {
  return new Date(Date.parse(`${day}T00:00:00Z`) + DAY_MS);
}

export function dayOf(instant: Date): string {
  return instant.toISOString().slice(0, 10);
}

export function dayAfter(day: string): string {
  return dayOf(endOf(day));
}
