import { uuidOf, type Team, type User } from '@parley/contracts';
import type { TenantDatabase } from '@parley/persistence';
import type { TenantOrWorkspaceContext } from '@parley/runtime/context';
import * as queries from './assignment.queries.ts';

type Scope = Pick<TenantDatabase<TenantOrWorkspaceContext>, 'query'>;

/** Sequence of what was fetched: lower than that of any event. */
const FETCHED = '';

export async function storeUser(db: Scope, user: User, sequence = FETCHED): Promise<void> {
  const { id, name, status, availability } = user;
  await db.query(queries.upsertUser, [
    uuidOf('user', id),
    name,
    status === 'active',
    availability.status,
    availability.until,
    availability.capacity,
    sequence,
  ]);
}

export async function storeTeam(db: Scope, { id, assignment }: Team, sequence = FETCHED): Promise<void> {
  const { mode, max_open_per_user } = assignment;
  await db.query(queries.upsertTeam, [uuidOf('team', id), mode, max_open_per_user, sequence]);
}

/** Stores the members of a team that are not known by events. */
export async function storeMembers(db: Scope, team: Team, users: readonly User[]): Promise<void> {
  for (const user of users) {
    await storeUser(db, user);
    await db.query(queries.upsertMember, [uuidOf('team', team.id), uuidOf('user', user.id), true, FETCHED]);
  }
}
