import { createHash } from 'node:crypto';

/** A hash of what a buyer chose, to compare choices without storing them. */
export function choiceOf(...parts: string[]): string {
  return createHash('sha256').update(parts.join('\n')).digest('base64url').slice(0, 16);
}
