import { createHash } from 'node:crypto';
import type { HttpAnswer } from '../../support/http-client';
import type { Stage } from './stage';

/** An answer as the documents show it. */
export interface AnswerExample {
  status: number;
  type: string;
  body: unknown;
}

/** The time of every example in the documents. */
const SHOWN = new Date('2026-01-15T09:30:00.000Z');
const PRECISION_MS = 5 * 60_000;
const HOUR_MS = 3_600_000;
/** Of values that are replaced inside of texts. */
const MIN_LENGTH = 6;
const MAX_ITEMS = 2;
const MAX_LINES = 3;

const INSTANT = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g;
const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
/** Tokens, keys and random names, with their prefixes. */
const RANDOM = new RegExp(
  [
    String.raw`eyJ[\w-]+\.[\w-]+\.[\w-]+`,
    String.raw`\bwhsec_[A-Za-z0-9+/=]+`,
    String.raw`\b(?:[a-z]+_(?:live|test)|cs|dep)_[A-Za-z0-9]{20,}`,
    String.raw`\bSIM-[\w-]+`,
    String.raw`(?<=[/#=])[\w-]{20,}`,
    String.raw`(?<![\w-])(?=[\w-]*[A-Z])(?=[\w-]*[a-z])[\w-]{22,}`,
    String.raw`\b[A-Z2-7]{16,}\b`,
    String.raw`\b[0-9a-f]{16,}\b`,
  ].join('|'),
  'g',
);
/** What the platform of a test makes up for people: tags, addresses, account numbers. */
const MADE_UP: readonly [RegExp, string][] = [
  [/\b([a-z]+)_\d{6}\b/g, '$1_204816'],
  [/\buser-[0-9a-f]{10}(?=@|%40)/g, 'ada'],
  [/\bhelp-[0-9a-f]{10}(?=@)/g, 'help'],
  [/\b10\.\d+\.\d+\.\d+\b/g, '203.0.113.7'],
  [/(?<!\d)99\d{8}(?!\d)/g, '9912345678'],
];
/** Values by the name of their field. */
const NAMED: Readonly<Record<string, string>> = {
  last4: 'x7Qa',
  referral_code: 'K7Q2MX4ADA',
  recovery_codes: 'k7q2m-x4ada',
  signature: 'pr6jPkREkF1mNnZV4phxoKSc0mKgHEUMbsVxVHyVc6Td5CkaMSrWbaFg8vuInxlvjuxEsDfheYXP1BBmGHhjlA==',
  qr_svg: '<svg xmlns="http://www.w3.org/2000/svg">…</svg>',
};
/** Numbers that no two runs share. */
const MEASURED = /(?:_ms|age_seconds|position|^waiting|^due)$/;
const LARGE = 1e6;
const UUID_LENGTH = 36;

/** The answer with constants in place of what no two runs share: ids, times, secrets. Null for files of other types. */
export async function maskedAnswer(
  stage: Stage,
  operationId: string,
  { status, headers, text, body }: HttpAnswer,
): Promise<AnswerExample | null> {
  const type = headers.get('content-type')?.split(';')[0] ?? '';
  const mask = new Mask(operationId, stage.startedAt, await stage.known());
  if (type === 'application/json') return { status, type, body: mask.value(body) };
  if (type !== 'text/csv') return null;
  const lines = text.split('\r\n').slice(0, MAX_LINES);
  return { status, type, body: mask.text(lines.join('\r\n')) };
}

class Mask {
  /** What has been replaced, by its number, so that no later rule replaces it again. */
  private readonly kept: string[] = [];
  private readonly made = new Map<string, string>();

  constructor(
    private readonly operationId: string,
    private readonly startedAt: Date,
    private readonly known: readonly [real: string, shown: string][],
  ) {}

  value(value: unknown, key = ''): unknown {
    if (typeof value === 'string') return this.text(value, key);
    if (typeof value === 'number') return this.number(value, key);
    if (Array.isArray(value)) return this.list(value, key);
    if (typeof value !== 'object' || value === null) return value;
    // Some fields have ids as their names.
    const nameOf = (name: string) => (name.length === UUID_LENGTH ? this.text(name) : name);
    const entries = Object.entries(value).map(([name, inner]) => [nameOf(name), this.value(inner, name)]);
    const masked = Object.fromEntries(entries) as Record<string, unknown>;
    return Array.isArray(masked.data) && 'total_pages' in masked ? onlyPage(masked) : masked;
  }

  /** The first items. Ids alone are in no order. */
  private list(items: unknown[], key: string): unknown[] {
    const shown = items.slice(0, MAX_ITEMS).map((one) => this.value(one, key));
    const isOfIds = items.every((one) => typeof one === 'string' && one.length === UUID_LENGTH);
    return isOfIds ? shown.sort() : shown;
  }

  text(text: string, key = ''): string {
    if (key in NAMED) return NAMED[key]!;
    let shown = text;
    for (const [real, constant] of this.known)
      if (real.length >= MIN_LENGTH) shown = shown.replaceAll(real, () => this.keep(constant));
    const shift = this.startedAt.getUTCFullYear() - SHOWN.getUTCFullYear();
    const years = [-1, 0, 1, 2].map((more) => this.startedAt.getUTCFullYear() + more);
    for (const [made, constant] of MADE_UP) shown = shown.replace(made, constant);
    return shown
      .replace(INSTANT, (instant) => this.keep(this.instant(new Date(instant)).toISOString()))
      .replace(UUID, (id) => this.keep(this.madeFor(id, uuidOf)))
      .replace(RANDOM, (secret) => this.keep(this.madeFor(secret, likeOf(secret))))
      .replace(new RegExp(`(?<!\\d)(?:${years.join('|')})(?!\\d)`, 'g'), (year) =>
        String(Number(year) - shift),
      )
      .replace(/\0(\d+)\0/g, (_, number: string) => this.kept[Number(number)]!);
  }

  private number(number: number, key: string): number {
    const found = this.known.find(([real]) => real === String(number) && /(?:^|_)id$/.test(key));
    if (found) return Number(found[1]);
    if (MEASURED.test(key)) return 42;
    if (/(?:^|_)id$/.test(key) && number > LARGE) return 12;
    const isTime = Number.isInteger(number) && number > 1.6e9 && number < 4e9 && !/amount|minor/.test(key);
    return isTime ? this.instant(new Date(number * 1000)).getTime() / 1000 : number;
  }

  /** As long before or after the time of the examples as the instant is before or after the start of this one. */
  private instant(at: Date): Date {
    const year = this.startedAt.getUTCFullYear();
    const base = new Date(SHOWN);
    base.setUTCFullYear(year);
    const isWhole = at.getTime() % HOUR_MS === 0;
    const now = Math.abs(at.getTime() - Date.now()) < HOUR_MS ? Date.now() : this.startedAt.getTime();
    const passed = rounded(at.getTime() - now);
    const shown = isWhole ? new Date(at) : new Date(base.getTime() + passed);
    shown.setUTCFullYear(shown.getUTCFullYear() - year + SHOWN.getUTCFullYear());
    return shown;
  }

  private keep(text: string): string {
    return `\0${this.kept.push(text) - 1}\0`;
  }

  /** The same text for the same secret of this answer. */
  private madeFor(secret: string, make: (hash: Buffer) => string): string {
    const hash = createHash('sha512').update(`${this.operationId} ${this.made.size}`).digest();
    const made = this.made.get(secret) ?? make(hash);
    this.made.set(secret, made);
    return made;
  }
}

/** Earlier examples of the run left rows that are minutes old, or that something follows from hours later. */
function rounded(ms: number): number {
  if (ms < 0 && ms > -HOUR_MS) return 0;
  const precision = Math.abs(ms) > 6 * HOUR_MS ? HOUR_MS : PRECISION_MS;
  return Math.round(ms / precision) * precision;
}

/** A page of a list as if it had no other items than those that are shown. */
const onlyPage = ({ data, ...page }: Record<string, unknown>) => ({
  ...page,
  data: (data as unknown[]).slice(0, 1),
  total: Math.min(1, (data as unknown[]).length),
  total_pages: 1,
  has_next: false,
  next_cursor: null,
});

function uuidOf(hash: Buffer): string {
  const hex = hash.toString('hex');
  return `019a5c1e-${hex.slice(0, 4)}-7${hex.slice(4, 7)}-9${hex.slice(7, 10)}-${hex.slice(10, 22)}`;
}

/** Text with the prefix, the length and the alphabet of the secret. */
const likeOf = (secret: string) => (hash: Buffer) => {
  if (secret.startsWith('eyJ')) return `eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhZGEifQ.${textOf(hash, BASE_62, 43)}`;
  const [prefix] = /^(?:whsec_|SIM-|dep_|cs_(?:live_|test_)?|[a-z]+_(?:live|test)_)?/.exec(secret)!;
  const rest = secret.slice(prefix.length);
  const isHex = /^[0-9a-f]+$/.test(rest);
  return (
    prefix +
    textOf(hash, isHex ? '0123456789abcdef' : /^[A-Z2-7]+$/.test(rest) ? BASE_32 : BASE_62, rest.length)
  );
};

const BASE_32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const BASE_62 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

const textOf = (hash: Buffer, alphabet: string, length: number): string =>
  Array.from({ length }, (_, place) => alphabet[hash[place % hash.length]! % alphabet.length]).join('');
