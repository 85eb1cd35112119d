import { availabilityAt, invalidParameter, type AvailabilityPatch } from '@parley/contracts';
import type { UserRow } from './user.entity.ts';

type Columns = Pick<UserRow, 'availability' | 'availability_until' | 'capacity'>;

/** Users take no records until they say so. */
export const OFFLINE: Columns = { availability: 'offline', availability_until: null, capacity: null };

const YEAR_MS = 366 * 86_400_000;

/**
 * An availability after a change of it. Its end belongs to the status: a new status has none unless it is given.
 * @throws 422 for an end that has passed or is more than a year away
 */
export function availabilityAfter(
  before: Columns,
  { status, until, capacity = before.capacity }: AvailabilityPatch,
  at: Date,
): Columns {
  if (until != null && (until <= at || until.getTime() > at.getTime() + YEAR_MS))
    throw invalidParameter('availability.until', 'must be in the future, within a year');
  const current = availabilityAt({ status: before.availability, until: before.availability_until }, at);
  const end = status === undefined ? current.until : null;
  return {
    availability: status ?? current.status,
    availability_until: until === undefined ? end : until,
    capacity,
  };
}
