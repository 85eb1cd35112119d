import { Injectable } from '@nestjs/common';
import { invalidParameter, lookUpMailbox, uuidOf, type Id } from '@parley/contracts';
import type { TenantContext } from '@parley/runtime/context';
import { Database } from '@parley/persistence';
import { Rpc } from '@parley/rpc';
import { findMailbox, projected, upsertMailbox } from './mailboxes.queries.ts';

/** Resolves the mailbox of a conversation: the mail service owns mailboxes. */
@Injectable()
export class MailboxReference {
  constructor(
    private readonly db: Database,
    private readonly rpc: Rpc,
  ) {}

  /** Uuid of a mailbox that is in the projection, also before its event. Throws 422 for an unknown id. */
  async resolve(ctx: TenantContext, id: Id<'mailbox'> | null): Promise<string | null> {
    if (id === null) return null;
    const uuid = uuidOf('mailbox', id);
    const known = await this.db.read(ctx).one(findMailbox, [uuid]);
    if (known !== undefined) return known.deleted ? unknownMailbox() : uuid;
    const found = await this.rpc.call(lookUpMailbox, ctx, { id });
    if (found === null) return unknownMailbox();
    await this.db.read(ctx).query(upsertMailbox, projected(found, ''));
    return uuid;
  }
}

/** Throws the 422 for a mailbox that does not exist. */
export function unknownMailbox(): never {
  throw invalidParameter('mailbox_id', 'is not a mailbox of this workspace');
}
