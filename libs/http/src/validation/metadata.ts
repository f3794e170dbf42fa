import { normalText } from './normal';
import { textFault } from './text';

const MAX_KEYS = 50;
const MAX_KEY_LENGTH = 100;
const MAX_VALUE_LENGTH = 500;

const normalKey = normalText(MAX_KEY_LENGTH);
const normalValue = normalText(MAX_VALUE_LENGTH);

/**
 * Metadata with its keys and texts in their normal form. An object in which two keys would become one, or one that bodies may
 * not have, is left as it is.
 */
export function normalMetadata(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return normalValue(value);
  if (Array.isArray(value)) return value.map(normalMetadata);
  const entries = Object.entries(value).map(([key, entry]) => [normalKey(key) as string, entry] as const);
  const keys = new Set(entries.map(([key]) => key));
  if (keys.size < entries.length || keys.has('__proto__')) return value;
  return Object.fromEntries(entries.map(([key, entry]) => [key, normalMetadata(entry)]));
}

/** Error message for `value` as metadata, null where it is valid: up to 50 texts, numbers, booleans or nulls. */
export function metadataFault(value: unknown): string | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'must be an object';
  const entries = Object.entries(value);
  if (entries.length > MAX_KEYS) return `must have at most ${MAX_KEYS} keys`;
  for (const [key, entry] of entries) {
    const fault = keyFault(key) ?? entryFault(entry);
    if (fault) return `has an entry (${JSON.stringify(key.slice(0, 30))}) that ${fault}`;
  }
  return null;
}

function entryFault(entry: unknown): string | null {
  if (entry === null || typeof entry === 'boolean') return null;
  if (typeof entry === 'number') return Number.isFinite(entry) ? null : 'must be a finite number';
  if (typeof entry === 'string') return textFault(entry, { min: 0, max: MAX_VALUE_LENGTH, hasLines: true });
  // Nested values have the same limit on their JSON text.
  if (JSON.stringify(entry).length > MAX_VALUE_LENGTH) return 'is too large';
  for (const [key, nested] of Object.entries(entry as object)) {
    const fault = (Array.isArray(entry) ? null : keyFault(key)) ?? entryFault(nested);
    if (fault) return fault;
  }
  return null;
}

/** A key that is not in its normal form stands beside another that it would become, or for a forbidden one. */
function keyFault(key: string): string | null {
  if (normalKey(key) !== key) return 'has two keys that differ in blanks only, or a forbidden one';
  return textFault(key, { min: 1, max: MAX_KEY_LENGTH });
}
