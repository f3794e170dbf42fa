import { normalText } from './normal';
import { textFault } from './text';

const MAX_KEYS = 50;
const MAX_KEY_LENGTH = 100;
const MAX_VALUE_LENGTH = 500;

const normalKey = normalText(MAX_KEY_LENGTH);
const normalValue = normalText(MAX_VALUE_LENGTH);

/** Metadata with its keys and texts in their normal form. An object in which two keys would become one is left as it is. */
export function normalMetadata(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return normalValue(value);
  if (Array.isArray(value)) return value.map(normalMetadata);
  const entries = Object.entries(value).map(([key, entry]) => [normalKey(key) as string, entry] as const);
  if (new Set(entries.map(([key]) => key)).size < entries.length) return value;
  return Object.fromEntries(entries.map(([key, entry]) => [key, normalMetadata(entry)]));
}

/** Error message for `value` as metadata, null where it is valid: up to 50 texts, numbers, booleans or nulls. */
export function metadataFault(value: unknown): string | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'must be an object';
  const entries = Object.entries(value);
  if (entries.length > MAX_KEYS) return `must have at most ${MAX_KEYS} keys`;
  for (const [key, entry] of entries) {
    if (normalKey(key) !== key) return `has the key ${JSON.stringify(key.trim().slice(0, 30))} twice`;
    const fault = textFault(key, { min: 1, max: MAX_KEY_LENGTH }) ?? entryFault(entry);
    if (fault) return `has an entry (${JSON.stringify(key.slice(0, 30))}) that ${fault}`;
  }
  return null;
}

function entryFault(entry: unknown): string | null {
  if (entry === null || typeof entry === 'boolean') return null;
  if (typeof entry === 'number') return Number.isFinite(entry) ? null : 'must be a finite number';
  if (typeof entry === 'string') return textFault(entry, { min: 0, max: MAX_VALUE_LENGTH, hasLines: true });
  // Nested values have the same limit on their JSON text.
  const text = JSON.stringify(entry);
  return text.length <= MAX_VALUE_LENGTH && !/\\u00[01]|\\ud[89a-f]/.test(text)
    ? null
    : 'is too large or not plain text';
}
