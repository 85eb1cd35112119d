import type { ReportInterval } from '@parley/contracts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** The clock on the wall of a time zone, as milliseconds since 1970 of its own. */
type Wall = (instant: number) => number;

/** Wall clocks by zone: to make one takes a millisecond, to read it a thousandth of that. */
const walls = new Map<string, Wall>();
/** Zones of which a clock is kept. */
const WALLS_MAX = 600;

function wallOf(timeZone: string): Wall {
  const known = walls.get(timeZone);
  if (known !== undefined) return known;
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    calendar: 'iso8601',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  const wall: Wall = (instant) => {
    const parts: Record<string, number> = {};
    for (const { type, value } of format.formatToParts(instant)) parts[type] = Number(value);
    const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
    return Date.UTC(year, month - 1, day, hour, minute, second) + (((instant % 1_000) + 1_000) % 1_000);
  };
  if (walls.size >= WALLS_MAX) walls.clear();
  walls.set(timeZone, wall);
  return wall;
}

/**
 * The bounds of the intervals of a time zone within a window: its start, each start of an hour, day or week (from Monday) in it, and its end.
 * A day on which clocks change has 23 or 25 hours, and is one interval. Returns null if there are more than `max` intervals.
 */
export function boundsOf(
  {
    after,
    before,
    interval,
    timeZone,
  }: { after: Date; before: Date; interval: ReportInterval; timeZone: string },
  max: number,
): Date[] | null {
  const wall = wallOf(timeZone);
  const bounds = [after.getTime()];
  const next = interval === 'hour' ? nextHour : interval === 'day' ? nextDay : nextWeek;
  for (let at = next(wall, after.getTime()); at < before.getTime(); at = next(wall, at)) {
    bounds.push(at);
    if (bounds.length > max) return null;
  }
  return [...bounds, before.getTime()].map((instant) => new Date(instant));
}

/** The next full hour on the wall. A change of half an hour in between makes two shorter ones. */
const nextHour = (wall: Wall, at: number): number => at + HOUR_MS - mod(wall(at), HOUR_MS);

const nextDay = (wall: Wall, at: number): number => firstInstant(wall, dayOf(wall(at)) + DAY_MS, at);

function nextWeek(wall: Wall, at: number): number {
  const day = dayOf(wall(at));
  // The first of January 1970 was a Thursday.
  const sinceMonday = mod(day / DAY_MS + 3, 7);
  return firstInstant(wall, day + (7 - sinceMonday) * DAY_MS, at);
}

const mod = (value: number, by: number): number => ((value % by) + by) % by;
const dayOf = (clock: number): number => clock - mod(clock, DAY_MS);

/** The first instant behind `after` at which the wall shows a day or a later one: some days begin at one o'clock, or are left out. */
function firstInstant(wall: Wall, day: number, after: number): number {
  const guess = day - (wall(after) - after);
  // Clocks change by a few hours, or by a whole day where the date line moves.
  const offset = wall(guess) - guess;
  const exact = day - offset;
  if (exact > after && wall(exact) === day && wall(exact - 1) < day) return exact;
  let [low, high] = [Math.max(after, guess - 2 * DAY_MS), guess + 2 * DAY_MS];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (wall(middle) >= day) high = middle;
    else low = middle;
  }
  return high;
}
