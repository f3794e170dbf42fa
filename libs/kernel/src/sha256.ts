import { createHash } from 'node:crypto';

/** What the database stores of a secret that only has to be recognised, and of a file that was sent. */
export function sha256(content: string | Buffer): Buffer {
  return createHash('sha256').update(content).digest();
}
