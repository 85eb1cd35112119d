import { invalidParameter, lookUpInbox, uuidOf, type Id } from '@parley/contracts';
import type { Rpc } from '@parley/rpc';
import type { TenantContext } from '@parley/runtime/context';

/** Uuid of an inbox, which the ticket service owns. Throws 422 for an unknown id. */
export async function inboxOf(rpc: Rpc, ctx: TenantContext, id: Id<'inbox'> | null): Promise<string | null> {
  if (id === null) return null;
  if ((await rpc.call(lookUpInbox, ctx, { id })) === null)
    throw invalidParameter('inbox_id', 'is not an inbox of this workspace');
  return uuidOf('inbox', id);
}
