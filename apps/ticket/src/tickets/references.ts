import { Inject, Injectable } from '@nestjs/common';
import {
  emailKey,
  insufficientScope,
  invalidParameter,
  lookUpConversation,
  requireAddressOf,
  satisfies,
  uuidOf,
  type ContactReference,
  type Conversation,
  type Id,
  type Scope,
} from '@parley/contracts';
import { Projections, type ContactProjection, type UserProjection } from '@parley/projections';
import type { TenantContext } from '@parley/kernel';
import { Database } from '@parley/persistence';
import { Rpc } from '@parley/rpc';
import { findInbox } from '../inboxes/inboxes.queries.ts';
import { notOfContact } from './ticket.rules.ts';

/** What a conversation is read with. */
const READ: Scope = 'conversations:read';

type Shown = Pick<ContactProjection, 'id' | 'name' | 'email'>;

/** What tickets name by id. Each look-up throws 422 for what is not there. */
@Injectable()
export class References {
  constructor(
    @Inject(Database) private readonly db: Database,
    @Inject(Projections) private readonly copies: Projections,
    @Inject(Rpc) private readonly rpc: Rpc,
  ) {}

  /** An active user. */
  assignee(ctx: TenantContext, id: Id<'user'> | null): Promise<UserProjection | null> {
    return id === null ? Promise.resolve(null) : this.copies.assignee(ctx, id);
  }

  /** The uuid of an inbox. */
  async inbox(ctx: TenantContext, id: Id<'inbox'> | null): Promise<string | null> {
    if (id === null) return null;
    const found = await this.db.read(ctx).one(findInbox, [uuidOf('inbox', id)]);
    if (found === undefined) throw invalidParameter('inbox_id', 'is not an inbox of this workspace');
    return found.id;
  }

  /** One that the caller may read: its contact, whom a ticket then shows, is as good as told. */
  async conversation(ctx: TenantContext, id: Id<'conversation'> | null): Promise<Conversation | null> {
    if (id === null) return null;
    if (!satisfies(ctx.principal?.scopes ?? [], READ)) throw insufficientScope([READ], 'conversation_id');
    const found = await this.rpc.call(lookUpConversation, ctx, { id });
    if (found === null) throw invalidParameter('conversation_id', 'is not a conversation of this workspace');
    await this.copies.toldOf(ctx, shownOf(found));
    return found;
  }

  /** Who asks: by default the contact of the conversation, of whom a linked conversation must be. */
  async contact(
    ctx: TenantContext,
    reference: ContactReference | null,
    conversation: Conversation | null,
  ): Promise<Shown | null> {
    if (conversation === null) return reference === null ? null : this.copies.contact(ctx, reference);
    if (reference !== null) {
      if (!isNamed(conversation.contact, reference)) throw notOfContact();
      requireAddressOf(conversation.contact, reference);
    }
    return shownOf(conversation);
  }
}

const shownOf = ({ contact: { id, name, email } }: Conversation): Shown => ({
  id: uuidOf('contact', id),
  name,
  email,
});

function isNamed({ id, email }: Conversation['contact'], reference: ContactReference): boolean {
  if (reference.id !== undefined) return reference.id === id;
  return email !== null && emailKey(email) === emailKey(reference.email ?? '');
}
