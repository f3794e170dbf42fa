import { createHash, randomBytes } from 'node:crypto';

const POOL_BYTES = 4096;
let pool = Buffer.alloc(0);
let used = 0;

/** One system call for many ids: `randomBytes` per id is most of an id's cost. */
function random(bytes: number): Buffer {
  if (used + bytes > pool.length) {
    pool = randomBytes(POOL_BYTES);
    used = 0;
  }
  used += bytes;
  return pool.subarray(used - bytes, used);
}

/** A UUIDv7 (RFC 9562): Unix milliseconds, then random bits. Sorts by time; unguessable enough for internal ids only. */
export function uuidv7(now: Date): string {
  const bytes = Buffer.allocUnsafe(16);
  bytes.writeUIntBE(now.getTime(), 0, 6);
  random(10).copy(bytes, 6);
  bytes[6] = (bytes[6]! & 0x0f) | 0x70;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  return uuidText(bytes.toString('hex'));
}

/** A UUIDv8 (RFC 9562) from SHA-256 of `text`: the same text always has the same id. */
export function uuidFromHash(text: string, variant: '8' | 'a' = 'a'): string {
  const hex = createHash('sha256').update(text).digest('hex');
  return uuidText(`${hex.slice(0, 12)}8${hex.slice(13, 16)}${variant}${hex.slice(17)}`);
}

/** The first 32 hexadecimal digits in the text form of a UUID. */
export function uuidText(hex: string): string {
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20, 32)}`;
}

/** `bytes` random bytes as URL-safe text: 32 bytes for secrets and tokens, 20 for public ids. */
export function randomToken(bytes = 32): string {
  return randomBytes(bytes).toString('base64url');
}

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Random letters and digits (5.95 bits each): 22 carry 130 bits. */
export function randomAlphanumeric(length = 22): string {
  let text = '';
  while (text.length < length) {
    for (const byte of randomBytes(length)) {
      // 248 is the largest multiple of 62 below 256: higher bytes would favour the first letters.
      if (byte < 248 && text.length < length) text += ALPHABET[byte % 62];
    }
  }
  return text;
}

/** A positive whole number of up to 53 random bits: an id for callers that take no text. */
export function randomInteger(): bigint {
  return 1n + (random(8).readBigUInt64BE() >> 11n);
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export function isUuid(value: unknown): value is string {
  return typeof value === 'string' && UUID.test(value);
}
