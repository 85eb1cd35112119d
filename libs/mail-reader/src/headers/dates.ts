const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
/** Names of time zones that mails have (RFC 5322 section 4.3), in minutes. */
const ZONES: Readonly<Record<string, number>> = {
  ...{
    ut: 0,
    utc: 0,
    gmt: 0,
    z: 0,
    est: -300,
    edt: -240,
    cst: -360,
    cdt: -300,
    mst: -420,
    mdt: -360,
    pst: -480,
    pdt: -420,
  },
  ...{ cet: 60, cest: 120, met: 60, mest: 120, bst: 60, jst: 540, ist: 330 },
};

const RFC_5322 =
  /(\d{1,2})[ -]([a-z]{3})[a-z]{0,6}\.?[ -](\d{2,4})(?:,? (\d{1,2})[:.](\d{2})(?:[:.](\d{2}))?(?:\.\d{1,9})?(?: ?([+-]\d{1,2}):?(\d{2})| ([a-z]{1,5}))?)?/i;
/** The form of `asctime`: Thu Nov 26 10:00:00 2026. */
const ASCTIME = /([a-z]{3}) (\d{1,2}) (\d{1,2}):(\d{2}):(\d{2}) (?:[a-z]{1,5} )?(\d{4})/i;
const ISO_8601 = /\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})?/;

/** The instant of a Date field (RFC 5322 section 3.3), in forms that mails have; `null` if it names none. */
export function readDate(value: string): Date | null {
  const text = value
    .slice(0, 200)
    .replaceAll(/\([^()]{0,100}\)/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ?: ?/g, ':');
  return byRfc5322(text) ?? byAsctime(text) ?? byIso8601(text);
}

function byRfc5322(text: string): Date | null {
  const match = RFC_5322.exec(text);
  if (match === null) return null;
  const [, day, month, year, hours = '0', minutes = '0', seconds = '0', zoneHours, zoneMinutes, zone] = match;
  const sign = zoneHours?.startsWith('-') === true ? -1 : 1;
  const offset =
    zoneHours === undefined
      ? (ZONES[zone?.toLowerCase() ?? 'z'] ?? 0)
      : sign * (Math.abs(Number(zoneHours)) * 60 + Number(zoneMinutes));
  const time = { hours: Number(hours), minutes: Number(minutes), seconds: Number(seconds), offset };
  return instant(fullYear(Number(year)), month ?? '', Number(day), time);
}

function byAsctime(text: string): Date | null {
  const match = ASCTIME.exec(text);
  if (match === null) return null;
  const [, month, day, hours, minutes, seconds, year] = match;
  const time = { hours: Number(hours), minutes: Number(minutes), seconds: Number(seconds), offset: 0 };
  return instant(Number(year), month ?? '', Number(day), time);
}

function byIso8601(text: string): Date | null {
  const [found] = ISO_8601.exec(text) ?? [];
  if (found === undefined) return null;
  const isZoned = /(?:Z|[+-]\d{2}:?\d{2})$/.test(found);
  return valid(new Date(`${found.replace(' ', 'T')}${isZoned ? '' : 'Z'}`));
}

/** The year of two digits (RFC 5322 section 4.3). */
function fullYear(year: number): number {
  if (year >= 1_000) return year;
  return year < 50 ? 2_000 + year : 1_900 + year;
}

interface Time {
  readonly hours: number;
  readonly minutes: number;
  readonly seconds: number;
  /** Minutes east of UTC. */
  readonly offset: number;
}

function instant(year: number, monthName: string, day: number, time: Time): Date | null {
  const month = MONTHS.indexOf(monthName.toLowerCase());
  const { hours, minutes, seconds, offset } = time;
  if (month < 0 || day < 1 || day > 31 || hours > 24 || minutes > 59 || seconds > 60) return null;
  return valid(new Date(Date.UTC(year, month, day, hours, minutes - offset, seconds)));
}

const valid = (date: Date) => (Number.isNaN(date.getTime()) ? null : date);
