import { ApiError, lookUpTeams, notFound, invalidParameter, uuidOf, type Id } from '@parley/contracts';
import type { Filter } from '@parley/lists';
import { tenantStatement, type Statement, type Transaction } from '@parley/persistence';
import type { Rpc } from '@parley/rpc';
import type { TenantContext } from '@parley/runtime/context';
import { assertWritable, isSeenBy, type Audience, type Viewer } from './audience.rules.ts';

/** Nouns of what users share, each with a table of its name. */
type SharedNoun = 'view' | 'macro';

/** `isSeenBy` in SQL, as a filter of a list. The handler adds `seen` to the query. */
export const seenBy = ({ userId, isAdmin, teams }: Viewer): Filter => ({
  sql: '',
  composed: (bind) => {
    const ofTeam = isAdmin ? `visibility = 'team'` : `team_id = any(${bind(teams)}::uuid[])`;
    return `(visibility = 'workspace' or ${ofTeam} or (visibility = 'private' and owner_id = ${bind(userId)}))`;
  },
  value: () => null,
});

/** Until the transaction ends: records of a user are created one after the other. */
const lockOwner = tenantStatement<never>(
  'shared.lock_owner',
  `select from pg_advisory_xact_lock(7315, hashtext(current_schema() || '/' || $1::uuid || '/' || $2 || '/' || $3::uuid))`,
);

/** The text of the statement that counts the records of an owner. */
export const countOfOwner = (noun: SharedNoun): string =>
  `select count(*)::int as count from ${noun} where workspace_id = $1 and mode = $2 and owner_id = $3`;

/** Throws `too_many_items` unless a user may have one more. */
export async function requireRoom(
  tx: Transaction,
  owner: string,
  { noun, max, count }: { noun: SharedNoun; max: number; count: Statement<{ count: number }, 'tenant'> },
): Promise<void> {
  // Concurrent requests count one after the other.
  await tx.query(lockOwner, [owner]);
  if (((await tx.one(count, [owner]))?.count ?? 0) >= max)
    throw new ApiError('too_many_items', {
      message: `The user has ${max} ${noun}s in this mode, which is the maximum. Delete one first.`,
    });
}

/** Throws 404 for a record that the caller does not see, and 403 for one that it must not write. */
export async function lockShared<Row extends Audience & { version: number }>(
  tx: Transaction,
  viewer: Viewer,
  { noun, id, lock }: { noun: SharedNoun; id: string; lock: Statement<Row, 'tenant'> },
): Promise<Row> {
  const row = await tx.lock<Row>(lock, [id]);
  if (row === undefined || !isSeenBy(viewer, row)) throw notFound(noun);
  assertWritable(viewer, row);
  return row;
}

/** Throws 422 for a team that does not exist: admins name teams that they are no members of. */
export async function requireTeam(rpc: Rpc, ctx: TenantContext, id: Id<'team'> | null): Promise<void> {
  if (id === null) return;
  const { ids } = await rpc.call(lookUpTeams, ctx, { ids: [id] });
  if (ids.length === 0) throw invalidParameter('team_id', 'is not a team of this workspace');
}

export const uuidOfTeam = (id: Id<'team'> | null): string | null => id && uuidOf('team', id);
