import {
  parseIncompletePhoneNumber,
  parsePhoneNumberFromString,
  type CountryCode,
} from 'libphonenumber-js/min';

/** What a phone number is found by: columns of a contact, and words of its records. */
export interface PhoneKeys {
  /** E.164; null for what is no number of any country, and for one with an extension, which others share. */
  readonly phone_e164: string | null;
  /** The digits as they were given; null if there are none. */
  readonly phone_digits: string | null;
  /** The digits with which it is dialled in its own country. */
  readonly phone_national: string | null;
}

export const NO_PHONE: PhoneKeys = { phone_e164: null, phone_digits: null, phone_national: null };

/**
 * Whether a number may exist is decided by its length alone: lists of the ranges in use are out of date at any time.
 * @param country ISO 3166-1 alpha-2 of a national number, or null
 */
export function phoneKeys(phone: string, country: string | null): PhoneKeys {
  const number = parsePhoneNumberFromString(phone, (country ?? undefined) as CountryCode | undefined);
  const digits = digitsOf(parseIncompletePhoneNumber(phone));
  const isKnown = number?.isPossible() === true && number.ext === undefined;
  return {
    phone_e164: isKnown ? number.number : null,
    phone_digits: digits === '' ? null : digits,
    phone_national: isKnown ? digitsOf(number.formatNational()) : null,
  };
}

const digitsOf = (text: string): string => text.replaceAll(/\D/g, '');
