import { createHmac, timingSafeEqual } from 'node:crypto';
import { PaymentsError, SignatureError } from './errors.js';
import type { Schemas } from './generated/resources.js';

/** Exists for the compiler alone, which would not exclude `string` when `event` is compared with a name. */
declare enum NameOfLaterVersion {
  Any = 'any name that this version does not know',
}

/** An event of a later version than this client. Ignore it, and answer 2xx. */
export interface UnknownEvent {
  event: NameOfLaterVersion;
  data: Record<string, unknown>;
  timestamp: number;
}

/** An event that an endpoint receives. Comparing `event` with a name narrows `data` to that event's fields. */
export type WebhookEvent = (Schemas['WebhookEvent'] | UnknownEvent) & {
  /** The same in every attempt to deliver the event: handle each id once. */
  id: string;
};

/** Headers of the request, as Node, Express or `fetch` give them. */
export type WebhookHeaders =
  { get(name: string): string | null } | Record<string, string | readonly string[] | undefined>;

export interface WebhookOptions {
  /** Seconds by which the time of the attempt may differ from this machine's; 300 unless given. */
  tolerance?: number;
}

const TOLERANCE_SECONDS = 300;
const PREFIX = 'whsec_';
const SECRET = /^whsec_[A-Za-z0-9+/_-]{24,}={0,2}$/;

/**
 * Verifies a webhook and returns its event. `rawBody` are the bytes or the text as they arrived, never a parsed body;
 * `secrets` is the secret of the endpoint, or several while it is rotated. Throws `SignatureError` with the reason.
 */
export function constructEvent(
  rawBody: string | Uint8Array,
  headers: WebhookHeaders,
  secrets: string | readonly string[],
  { tolerance = TOLERANCE_SECONDS }: WebhookOptions = {},
): WebhookEvent {
  if (typeof rawBody !== 'string' && !(rawBody instanceof Uint8Array)) {
    const message = 'The body was parsed: pass the bytes as they arrived, such as those of express.raw().';
    throw new SignatureError('parsed_body', message);
  }
  const keys = [secrets].flat().map(keyOf);
  const [id, sentAt, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) =>
    headerOf(headers, name),
  ) as [string, string, string];
  if (!(Math.abs(Date.now() / 1000 - Number(sentAt)) <= tolerance)) {
    const message = `webhook-timestamp is not within ${tolerance} s of this machine's time: the event is old, or a clock is wrong.`;
    throw new SignatureError('outside_tolerance', message);
  }
  const expected = keys.map((key) =>
    Buffer.from(
      `v1,${createHmac('sha256', key).update(`${id}.${sentAt}.`).update(rawBody).digest('base64')}`,
    ),
  );
  const given = signatures.split(' ').map((signature) => Buffer.from(signature));
  if (!given.some((one) => expected.some((other) => isEqual(one, other)))) {
    const message =
      'No signature matches: the secret is that of another endpoint, or the body was changed, for example parsed and serialised again.';
    throw new SignatureError('no_match', message);
  }
  const text = typeof rawBody === 'string' ? rawBody : Buffer.from(rawBody).toString();
  return { ...(JSON.parse(text) as Schemas['WebhookEvent']), id };
}

function keyOf(secret: string): Buffer {
  const isText = typeof secret === 'string' && SECRET.test(secret);
  if (isText) return Buffer.from(secret.slice(PREFIX.length), 'base64');
  throw new PaymentsError('The secret of an endpoint is whsec_ and at least 24 characters of Base64.');
}

function headerOf(headers: WebhookHeaders, name: string): string {
  const value =
    typeof headers.get === 'function'
      ? (headers.get(name) as string | null)
      : Object.entries(headers).find(([given]) => given.toLowerCase() === name)?.[1];
  const [text] = [value].flat();
  if (typeof text === 'string' && text !== '') return text;
  throw new SignatureError('missing_header', `The header ${name} is missing.`);
}

const isEqual = (one: Buffer, other: Buffer): boolean =>
  one.length === other.length && timingSafeEqual(one, other);
