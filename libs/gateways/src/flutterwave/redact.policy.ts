// 12 to 19 digits, also in groups: a card number in any notation.
const CARD_NUMBER = /\d(?:[ -]?\d){11,18}/g;
const MAX_LENGTH = 200;

/**
 * Makes text of the gateway safe for errors and logs: no card numbers, none of `secrets`, no control characters, at
 * most 200 characters.
 */
export function redact(text: string, secrets: readonly string[] = []): string {
  let safe = text;
  for (const secret of secrets) if (secret) safe = safe.replaceAll(secret, '[secret]');
  return safe
    .replace(CARD_NUMBER, '[card number]')
    .replace(/[\p{Cc}\p{Cf}]+/gu, ' ')
    .slice(0, MAX_LENGTH);
}
