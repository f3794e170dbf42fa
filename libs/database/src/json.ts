/**
 * JSON as PostgreSQL takes it. Smallest units travel as decimal text, since JSON numbers would lose digits beyond 2^53.
 * What a company sends us may hold NUL or half a character, which no text of PostgreSQL can: those are replaced.
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
