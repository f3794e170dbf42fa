/**
 * Serialises JSON for PostgreSQL. Smallest units become decimal text, because JSON numbers lose digits beyond 2^53.
 * NUL characters and lone surrogates are replaced, because PostgreSQL cannot store them.
 */
export function toJson(value: unknown): string {
  return JSON.stringify(value, replacer);
}

function replacer(_key: string, value: unknown): unknown {
  if (typeof value === 'bigint') return value.toString();
  if (typeof value !== 'string') return value;
  const text = value.toWellFormed();
  return text.includes('\0') ? text.replaceAll('\0', '\ufffd') : text;
}
