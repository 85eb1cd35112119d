import { availabilityAt, encodeId, type Availability, type User } from '@parley/contracts';
import { versioned } from '@parley/runtime/records';
import type { UserProfileRow } from './users.queries.ts';

export function toUser(row: UserProfileRow): User {
  return versioned(row.version, {
    id: encodeId('user', row.id),
    email: row.email,
    name: row.name,
    role: row.role,
    status: row.status,
    avatar_url: row.avatar_url,
    availability: toAvailability(row),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  });
}

function toAvailability(row: UserProfileRow): Availability {
  const stored = { status: row.availability, until: row.availability_until };
  const { status, until } = availabilityAt(stored, new Date());
  return { status, until: until?.toISOString() ?? null, capacity: row.capacity };
}
