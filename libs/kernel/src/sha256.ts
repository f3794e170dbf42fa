import { createHash } from 'node:crypto';

/** What the database stores of a secret that only has to be recognised. */
export function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
