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
/** Of values that are replaced inside of texts. */
const MIN_LENGTH = 6;
const MAX_ITEMS = 2;
const MAX_LINES = 3;

const INSTANT = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g;
const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
/** Secrets and random names: with capitals, small letters and digits, or hexadecimal. */
const RANDOM = new RegExp(
  [
    String.raw`eyJ[\w-]+\.[\w-]+\.[\w-]+`,
    String.raw`(?<=whsec_)[A-Za-z0-9+/=]+`,
    String.raw`\b[A-Z2-7]{16,}\b`,
    String.raw`(?<=[_/#=-])[A-Za-z0-9]{20,}[\w-]*`,
    String.raw`\b(?=[\w-]*[A-Z])(?=[\w-]*[a-z])[\w-]{30,}=*`,
    String.raw`\b[0-9a-f]{16,}\b`,
  ].join('|'),
  'g',
);
/** Numbers that no two runs share. */
const MEASURED = /(?:_ms|_seconds|seconds_ago|latency|duration|position)$/;

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
    if (Array.isArray(value)) return value.slice(0, MAX_ITEMS).map((one) => this.value(one, key));
    if (typeof value !== 'object' || value === null) return value;
    const entries = Object.entries(value).map(([name, inner]) => [name, this.value(inner, name)]);
    const masked = Object.fromEntries(entries) as Record<string, unknown>;
    return Array.isArray(masked.data) && 'total_pages' in masked ? onlyPage(masked) : masked;
  }

  text(text: string, key = ''): string {
    if (key === 'qr_svg') return '<svg xmlns="http://www.w3.org/2000/svg">…</svg>';
    let shown = text;
    for (const [real, constant] of this.known)
      if (real.length >= MIN_LENGTH) shown = shown.replaceAll(real, () => this.keep(constant));
    const shift = this.startedAt.getUTCFullYear() - SHOWN.getUTCFullYear();
    const years = [-1, 0, 1, 2].map((more) => this.startedAt.getUTCFullYear() + more);
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
    if (MEASURED.test(key) && number !== 0) return 42;
    const isTime = Number.isInteger(number) && number > 1.6e9 && number < 4e9 && !/amount|minor/.test(key);
    return isTime ? this.instant(new Date(number * 1000)).getTime() / 1000 : number;
  }

  /** As long before or after the time of the examples as the instant is before or after the start of this one. */
  private instant(at: Date): Date {
    const year = this.startedAt.getUTCFullYear();
    const base = new Date(SHOWN);
    base.setUTCFullYear(year);
    const isWhole = at.getTime() % 3_600_000 === 0;
    const now = Math.abs(at.getTime() - Date.now()) < 3_600_000 ? Date.now() : this.startedAt.getTime();
    const passed = Math.round((at.getTime() - now) / PRECISION_MS) * PRECISION_MS;
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

/** A page of a list as if it had no other items than those that are shown. */
const onlyPage = ({ data, ...page }: Record<string, unknown>) => ({
  ...page,
  data,
  total: (data as unknown[]).length,
  total_pages: 1,
  has_next: false,
  next_cursor: null,
});

function uuidOf(hash: Buffer): string {
  const hex = hash.toString('hex');
  return `019a5c1e-${hex.slice(0, 4)}-7${hex.slice(4, 7)}-9${hex.slice(7, 10)}-${hex.slice(10, 22)}`;
}

/** Text of the length and the alphabet of the secret. */
const likeOf = (secret: string) => (hash: Buffer) => {
  if (secret.startsWith('eyJ'))
    return `eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiJhZGEifQ.${hash.toString('base64url').slice(0, 43)}`;
  const text = hash.toString(/^[0-9a-f]+$/.test(secret) ? 'hex' : 'base64url').replace(/[-_]/g, 'x');
  return text.repeat(Math.ceil(secret.length / text.length)).slice(0, secret.length);
};
