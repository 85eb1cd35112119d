import { z } from 'zod';
import { component, nullableInteger } from '../documented.ts';
import { Instant, Timestamp } from '../schema.ts';

export const AVAILABILITY_STATUSES = ['online', 'away', 'offline'] as const;
export const AvailabilityStatus = z.enum(AVAILABILITY_STATUSES).meta({
  id: 'AvailabilityStatus',
  description:
    'Whether a user takes records: only one who is `online` is assigned records by their teams. It stays until it is changed: a closed browser does not end it',
});
export type AvailabilityStatus = z.output<typeof AvailabilityStatus>;

const UNTIL =
  'a user who is `away` or `offline` is `online` from then on, one who is `online` is `offline`; null without an end';
const CAPACITY =
  'Number of open records from which on the user is assigned no more, in all teams; null for the limits of the teams alone';

export const Availability = component('Availability', 'Whether a user takes records, and how many', {
  status: AvailabilityStatus,
  until: Timestamp.nullable().describe(`Time at which the status ends: ${UNTIL}`),
  capacity: nullableInteger(CAPACITY, 20),
});
export type Availability = z.output<typeof Availability>;

/** A change of an availability. */
export const AvailabilityPatch = z
  .object({
    status: AvailabilityStatus,
    until: Instant.nullable().meta({
      description: `Time within a year at which the status ends: ${UNTIL}. A new \`status\` without it has no end`,
      examples: [null],
    }),
    capacity: z
      .int()
      .min(0)
      .max(10_000)
      .nullable()
      .meta({ description: CAPACITY, examples: [20] }),
  })
  .partial();
export type AvailabilityPatch = z.output<typeof AvailabilityPatch>;

/** The availability at a time: one that ends is the next one from its end on. */
export function availabilityAt(
  { status, until }: { status: AvailabilityStatus; until: Date | null },
  at: Date,
): { status: AvailabilityStatus; until: Date | null } {
  if (until === null || until > at) return { status, until };
  return { status: status === 'online' ? 'offline' : 'online', until: null };
}
