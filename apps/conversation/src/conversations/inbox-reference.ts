import { Injectable } from '@nestjs/common';
import { invalidParameter, lookUpInbox, uuidOf, type Id } from '@parley/contracts';
import type { TenantContext } from '@parley/runtime/context';
import { Rpc } from '@parley/rpc';

/** Resolves the inbox of a conversation: the ticket service owns inboxes. */
@Injectable()
export class InboxReference {
  constructor(private readonly rpc: Rpc) {}

  /** Uuid of an inbox. Throws 422 for an unknown id. */
  async resolve(ctx: TenantContext, id: Id<'inbox'> | null): Promise<string | null> {
    if (id === null) return null;
    if ((await this.rpc.call(lookUpInbox, ctx, { id })) === null)
      throw invalidParameter('inbox_id', 'is not an inbox of this workspace');
    return uuidOf('inbox', id);
  }
}
