/**
 * JSON with one spelling per content (RFC 8785): keys in order, no white space. What is signed is this text, so that
 * whoever holds the parsed document can spell it again and check.
 */
export function canonicalJson(value: unknown): string {
  return spelled(JSON.parse(JSON.stringify(value)));
}

function spelled(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(spelled).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, entry]) => `${JSON.stringify(key)}:${spelled(entry)}`).join(',')}}`;
}
