import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Country, Language, TimeZone } from './locale.ts';

it('a country is a code that names one, in capitals', () => {
  const names = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });
  const letters = fc.string({
    unit: fc.constantFrom(...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'),
    minLength: 2,
    maxLength: 2,
  });
  fc.assert(
    fc.property(letters, (code) => {
      if (Country.safeParse(code).success) expect(names.of(code)).toBeDefined();
      expect(Country.safeParse(code.toLowerCase()).success).toBe(false);
    }),
  );
});

it('every time zone and language of the runtime is accepted, and whatever is accepted can be used', () => {
  const zones = Intl.supportedValuesOf('timeZone');
  expect(zones.filter((zone) => !TimeZone.safeParse(zone).success)).toEqual([]);
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.constantFrom('pt-br', 'EN', 'zh-Hant-TW', 'x', 'en_US')), (text) => {
      const language = Language.safeParse(text);
      if (language.success) expect(Intl.getCanonicalLocales(language.data)).toEqual([language.data]);
    }),
  );
});
