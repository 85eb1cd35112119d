const UNITS: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];
/** A smaller difference may be that of two machines' clocks. */
const NOW_SECONDS = 45;

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
const exact = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' });

/** Such as "5 minutes ago" or "in 3 days". @param now in milliseconds. */
export function ageLabel(date: Date, now: number): string {
  const seconds = Math.round((date.getTime() - now) / 1000);
  if (Math.abs(seconds) < NOW_SECONDS) return 'just now';
  const [unit, length] = UNITS.find(([, least]) => Math.abs(seconds) >= least) ?? ['minute', 60];
  return relative.format(Math.round(seconds / length) || Math.sign(seconds), unit);
}

/** Date and time in the time zone of the browser. */
export const dateAndTime = (date: Date): string => exact.format(date);
