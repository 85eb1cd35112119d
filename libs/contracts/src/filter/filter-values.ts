// The values that filters compare records with.
import { z } from 'zod';
import { parseDuration } from '../duration.ts';
import { ExactNumber, Instant, text } from '../schema.ts';

/** Most milliseconds between a relative time and the present: 3,650 days. */
const DISTANCE_MAX = 3_650 * 86_400_000;

const Distance = z.string().refine((given) => {
  const milliseconds = parseDuration(given);
  return milliseconds !== null && milliseconds <= DISTANCE_MAX;
}, 'must be a duration like 30m, 2h or 7d, of at most 3650d');

/** A time before or after the moment at which the filter is evaluated. */
const RelativeTime = z.union([z.strictObject({ ago: Distance }), z.strictObject({ from_now: Distance })]);

const AbsoluteTime = z
  .string()
  .refine((given) => Instant.safeParse(given).success, 'must be a valid ISO 8601 date or datetime');

/** An instant as it is given: filters are stored, and what is relative stays so. */
export const Time = z.union(
  [AbsoluteTime, RelativeTime],
  'must be an ISO 8601 date or datetime, or a relative time like {"ago": "2h"}',
);
export type Time = z.output<typeof Time>;

/** A value of a custom field. */
export const CustomValue = z.union(
  [text(1_024, 0), ExactNumber, z.boolean()],
  'must be a string of at most 1024 characters, a number or a boolean',
);

/** The milliseconds of a valid time since 1970, at the moment `now`. */
export function instantOf(given: Time, now: Date): number {
  if (typeof given === 'string') return Instant.parse(given).getTime();
  const [distance, sign] = 'ago' in given ? [given.ago, -1] : [given.from_now, 1];
  return now.getTime() + sign * (parseDuration(distance) ?? 0);
}

/** The form in which texts are searched: small letters, where the two of sigma are one. */
export const foldedText = (given: string): string => given.toLowerCase().replaceAll('ς', 'σ');
