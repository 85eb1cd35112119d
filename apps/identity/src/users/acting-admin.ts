import { ApiError, decodeId, insufficientScope, uuidOf, type Principal } from '@parley/contracts';
import type { TenantContext, WorkspaceContext } from '@parley/runtime/context';
import type { Transaction } from '@parley/persistence';
import { lockActiveCredential } from '../tokens/tokens.queries.ts';
import { credentialUuid } from '../credential-ids.ts';
import { lockUsers, type LockedUserRow } from './users.queries.ts';

type Tx = Transaction<WorkspaceContext>;

/** Throws `role_forbidden` unless the user who acts is an active admin until the transaction ends. Operators and services may do anything. */
export async function lockActingAdmin(tx: Tx): Promise<void> {
  const { type, id } = tx.ctx.actor;
  if (type !== 'user') return;
  const uuid = decodeId('user', id ?? '') ?? '';
  assertActiveAdmin(await lockUser(tx, uuid));
}

/** Throws `role_forbidden` for a user, locked before, who is no active admin. */
export function assertActiveAdmin(user: LockedUserRow | undefined): asserts user is LockedUserRow {
  if (!isActiveAdmin(user)) throw new ApiError('role_forbidden');
}

/**
 * Throws what the credential of a request would get by now, if it has lost its rights since the request began: the body may have taken
 * long. Its user stays an admin until the transaction ends; a key belongs to the workspace, and its scopes alone decide. Users in
 * `locked` are locked already.
 */
export async function assertStillAdmin(
  tx: Tx,
  { principal }: TenantContext,
  locked: readonly LockedUserRow[] = [],
): Promise<void> {
  if (principal === undefined) throw insufficientScope(['users:write']);
  if (principal.type !== 'api_key') {
    const uuid = actingUser(principal);
    const user = locked.find(({ id }) => id === uuid) ?? (await lockUser(tx, uuid));
    if (!isActiveAdmin(user)) throw insufficientScope(['users:write']);
  }
  const values = [credentialUuid(principal), principal.type];
  if ((await tx.one(lockActiveCredential, values)) === undefined) throw new ApiError('invalid_api_key');
}

const isActiveAdmin = (user: LockedUserRow | undefined): user is LockedUserRow =>
  user?.role === 'admin' && user.status === 'active';

/** The uuid of the user that a credential acts as. */
export function actingUser({ userId }: Pick<Principal, 'userId'>): string {
  return uuidOf('user', userId);
}

async function lockUser(tx: Tx, uuid: string): Promise<LockedUserRow | undefined> {
  return (await tx.query(lockUsers, [[uuid]]))[0];
}
