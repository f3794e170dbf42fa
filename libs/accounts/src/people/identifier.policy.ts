import { isEmail, isUsertag, normalEmail, normalUsertag } from '@app/http';
import { parsePhone } from './phone.policy';

export type RecipientType = 'usertag' | 'email' | 'phone';

/** An identifier of an account in its normal form. */
export interface Identifier {
  type: RecipientType;
  value: string;
}

/** Makes one value per type of identifier. */
export function byType<T>(make: (type: RecipientType) => T): Record<RecipientType, T> {
  return { usertag: make('usertag'), email: make('email'), phone: make('phone') };
}

/**
 * The join condition of `users u` with an identifier `k`. Frozen accounts are not found, and addresses and phone numbers
 * find an account only once it has verified them.
 */
export const FOUND_BY: Record<RecipientType, string> = {
  usertag: 'u.usertag = k.value AND u.frozen_at IS NULL',
  email: 'u.email = k.value AND u.frozen_at IS NULL AND u.email_verified_at IS NOT NULL',
  phone: 'u.phone = k.value AND u.frozen_at IS NULL AND u.phone_verified_at IS NOT NULL',
};

/**
 * Reads `text` as an identifier of this type in its normal form; null where it is not one. `countryCode` applies to
 * phone numbers without a country code.
 */
export function identifierOf(
  text: string,
  type: RecipientType = typeOf(text),
  countryCode = 'NG',
): Identifier | null {
  const value = valueOf(text, type, countryCode);
  return value === null ? null : { type, value };
}

/** The type of identifier that `text` looks like: `@ada` and `ada` are tags, digits alone are a phone number. */
export function typeOf(text: string): RecipientType {
  const trimmed = text.trim();
  if (trimmed.startsWith('@')) return 'usertag';
  if (trimmed.includes('@')) return 'email';
  return /^\+?[\d\s().-]+$/.test(trimmed) ? 'phone' : 'usertag';
}

function valueOf(text: string, type: RecipientType, countryCode: string): string | null {
  if (type === 'phone') return parsePhone(text, countryCode);
  const normal = type === 'email' ? normalEmail(text) : normalUsertag(text);
  const holds = type === 'email' ? isEmail : isUsertag;
  return holds(normal) ? normal : null;
}
