import { ApiError, decodeId, uuidOf, type Principal } from '@parley/contracts';
import type { TenantContext, WorkspaceContext } from '@parley/runtime/context';
import type { Transaction } from '@parley/persistence';
import { findActiveCredential } from '../tokens/tokens.queries.ts';
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
  if (user?.role !== 'admin' || user.status !== 'active') throw new ApiError('role_forbidden');
}

/**
 * Throws `role_forbidden`, or `invalid_api_key` once it is revoked, unless the credential of a request still has the rights of an admin: the body may have taken long. Its user
 * stays an admin until the transaction ends. Users in `locked` are locked already.
 */
export async function assertStillAdmin(
  tx: Tx,
  { principal }: TenantContext,
  locked: readonly LockedUserRow[] = [],
): Promise<void> {
  if (principal === undefined) throw new ApiError('role_forbidden');
  const uuid = actingUser(principal);
  const user = locked.find(({ id }) => id === uuid) ?? (await lockUser(tx, uuid));
  // A key belongs to the workspace: it has the role of its creator, whom it outlives.
  if (principal.type !== 'api_key') assertActiveAdmin(user);
  else if (user?.role !== 'admin') throw new ApiError('role_forbidden');
  const values = [credentialUuid(principal), principal.type];
  if ((await tx.one(findActiveCredential, values)) === undefined) throw new ApiError('invalid_api_key');
}

/** The uuid of the user that a credential acts as. */
export function actingUser({ userId }: Pick<Principal, 'userId'>): string {
  return uuidOf('user', userId);
}

async function lockUser(tx: Tx, uuid: string): Promise<LockedUserRow | undefined> {
  return (await tx.query(lockUsers, [[uuid]]))[0];
}
