import { encodeId, type Team, type TeamMember } from '@parley/contracts';
import { versioned } from '@parley/runtime/records';
import { toUser } from '../users/user.serializer.ts';
import type { CountedTeamRow, MemberRow } from './teams.queries.ts';

export function toTeam(row: CountedTeamRow): Team {
  return versioned(row.version, {
    id: encodeId('team', row.id),
    name: row.name,
    description: row.description,
    members_count: row.members_count,
    assignment: { mode: row.assignment_mode, max_open_per_user: row.max_open_per_user },
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  });
}

export function toMember(row: MemberRow): TeamMember {
  return { ...toUser(row), joined_at: row.joined_at.toISOString() };
}
