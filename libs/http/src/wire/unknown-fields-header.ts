/** Names the fields of a served request that its action does not know. */
export const UNKNOWN_FIELDS = 'x-unknown-fields';

const MAX_NAMES = 10;
const MAX_LENGTH = 500;
const NOT_PLAIN = /[^\w.[\]-]/gu;

/** The first names with a comma between them, other characters than those of names percent-encoded. */
export function listOfNames(names: readonly string[]): string {
  let list = '';
  for (const name of names.slice(0, MAX_NAMES)) {
    const escaped = name.toWellFormed().replace(NOT_PLAIN, escapedByte);
    const longer = list === '' ? escaped : `${list}, ${escaped}`;
    if (longer.length > MAX_LENGTH) break;
    list = longer;
  }
  return list;
}

function escapedByte(character: string): string {
  return [...Buffer.from(character)]
    .map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`)
    .join('');
}
