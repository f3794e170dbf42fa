import { hkdfSync } from 'node:crypto';

/** A 256-bit key for one purpose, derived from a configured secret: no two uses of a secret share a key. */
export function derivedKey(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', purpose, 32));
}
