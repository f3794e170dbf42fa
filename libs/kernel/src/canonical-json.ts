/**
 * JSON with one form per content (RFC 8785): keys in order, no white space. Signatures are made over this text, so that
 * a reader of the parsed document can write the same text and check them.
 */
export function canonicalJson(value: unknown): string {
  return canonicalText(JSON.parse(JSON.stringify(value)));
}

/** The same for a value that was parsed from JSON; `textOf` replaces its texts, keys left out. */
export function canonicalText(value: unknown, textOf: (text: string) => string = (text) => text): string {
  if (typeof value === 'string') return JSON.stringify(textOf(value));
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  if (Array.isArray(value)) return `[${value.map((item) => canonicalText(item, textOf)).join(',')}]`;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, entry]) => `${JSON.stringify(key)}:${canonicalText(entry, textOf)}`).join(',')}}`;
}
