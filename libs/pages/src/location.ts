/** The address as the value of a `Location` header: only what a header cannot carry is encoded. */
export function locationOf(address: string): string {
  const [, origin = '', rest = ''] = /^(https?:\/\/[^/?#]*)?(.*)$/is.exec(address) ?? [];
  const host = /^[\x21-\x7e]*$/.test(origin) ? origin : new URL(origin).origin;
  return host + rest.replace(/[^\x21-\x7e]+/g, (text) => encodeURIComponent(text.toWellFormed()));
}
