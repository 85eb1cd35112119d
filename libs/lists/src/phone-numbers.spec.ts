import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { phoneKeys } from './phone-numbers.ts';

const e164 = (phone: string, country: string | null = null) => phoneKeys(phone, country).phone_e164;

describe('a phone number', () => {
  it.each([
    ['+49 30 1234567', null],
    ['030 1234567', 'DE'],
    ['(030) 123-45-67', 'DE'],
    ['0049 30 1234567', 'DE'],
    ['+49 (0)30 1234567', 'US'],
    ['tel:+49-30-1234567', null],
    ['٠٣٠١٢٣٤٥٦٧', 'DE'],
    ['+49 30 1234567 (work)', null],
  ])('%s of %s is one of E.164', (phone, country) => {
    expect(e164(phone, country)).toBe('+49301234567');
  });

  it.each([
    ['030 1234567', null],
    ['112', 'DE'],
    ['+49 30', null],
    ['ask reception', 'DE'],
    ['030 1234567', 'AQ'],
    ['+49 30 1234567 ext. 5', null],
  ])('%s of %s is none', (phone, country) => {
    expect(e164(phone, country)).toBeNull();
  });

  it('has its digits, as they were given and as they are dialled at home', () => {
    expect(phoneKeys('+49 30/123 45 67', null)).toEqual({
      phone_e164: '+49301234567',
      phone_digits: '49301234567',
      phone_national: '0301234567',
    });
    expect(phoneKeys('ask reception', null)).toEqual({
      phone_e164: null,
      phone_digits: null,
      phone_national: null,
    });
  });

  it('is the same in every grouping, and none is refused', () => {
    const grouped = fc.tuple(
      fc.constantFrom('+49301234567', '+12133734253', '+442071838750'),
      fc.array(fc.constantFrom(' ', '-', '.', '/', '\u00a0'), { minLength: 13, maxLength: 13 }),
      fc.array(fc.boolean(), { minLength: 13, maxLength: 13 }),
    );
    fc.assert(
      fc.property(grouped, ([number, separators, isSeparated]) => {
        const separatorAt = (n: number) => (n > 1 && isSeparated[n] === true ? (separators[n] ?? '') : '');
        const phone = [...number.slice(1)].map((digit, n) => `${separatorAt(n)}${digit}`).join('');
        expect(e164(`+${phone}`)).toBe(number);
      }),
    );
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 64 }), (text) => void phoneKeys(text, 'DE')),
    );
  });
});
