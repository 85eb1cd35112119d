import { z } from 'zod';
import { documentedAs } from '../documented.ts';

/** ISO 3166-1 alpha-2. A list, because `Intl` also knows codes that name no country, such as `EU` and `ZZ`. */
const COUNTRIES = new Set(
  (
    'AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CC CD CF CG ' +
    'CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL ' +
    'GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA ' +
    'LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP ' +
    'NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV ' +
    'SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW'
  ).split(' '),
);

export const Country = documentedAs(
  z.string().refine((code) => COUNTRIES.has(code), 'must be a country code of ISO 3166-1 alpha-2, like DE'),
  z.string().regex(/^[A-Z]{2}$/),
);

/** A name, and no offset, which `Intl` takes too: an offset knows no summer time. */
function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

export const TimeZone = documentedAs(
  z.string().max(64).refine(isTimeZone, 'must be the name of a time zone, like Europe/Berlin'),
  z.string().max(64),
);

function canonicalLanguage(tag: string): string | null {
  try {
    return Intl.getCanonicalLocales(tag)[0] ?? null;
  } catch {
    return null;
  }
}

/** A BCP 47 tag in its canonical form. */
export const Language = documentedAs(
  z
    .string()
    .max(35)
    .transform((tag, context) => {
      const canonical = canonicalLanguage(tag);
      if (canonical !== null) return canonical;
      context.addIssue({ code: 'custom', message: 'must be a language tag of BCP 47, like en or pt-BR' });
      return z.NEVER;
    }),
  z.string().max(35),
);
