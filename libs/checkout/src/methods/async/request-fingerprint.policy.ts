import { createHash } from 'node:crypto';

/** What a buyer chose, to be told from another choice without being kept. */
export function choiceOf(...parts: string[]): string {
  return createHash('sha256').update(parts.join('\n')).digest('base64url').slice(0, 16);
}
