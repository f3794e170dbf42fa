import { invalid } from '@app/kernel';
import { type CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js';

/** Reads a phone number as people write it in their country; null when it is none. */
export function parsePhone(text: string, countryCode: string): string | null {
  const parsed = parsePhoneNumberFromString(text, {
    defaultCountry: countryCode as CountryCode,
    extract: false,
  });
  return parsed?.isValid() ? parsed.number : null;
}

/** The number in E.164; throws VALIDATION_ERROR of the field when it is none. */
export function phoneNumber(text: string, countryCode: string, field = 'phone'): string {
  const number = parsePhone(text, countryCode);
  if (!number)
    throw invalid(
      field,
      `${field} must be a phone number, with its country code or as dialled in ${countryCode}.`,
    );
  return number;
}
