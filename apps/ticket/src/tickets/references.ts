import { Injectable } from '@nestjs/common';
import {
  emailKey,
  insufficientScope,
  invalidParameter,
  lookUpConversation,
  assertEmailMatches,
  hasRequiredScope,
  uuidOf,
  type ContactReference,
  type Conversation,
  type Id,
  type Scope,
} from '@parley/contracts';
import { Projections, type ContactProjection } from '@parley/projections';
import type { TenantContext } from '@parley/runtime/context';
import { Database } from '@parley/persistence';
import { Rpc } from '@parley/rpc';
import { findInbox } from '../inboxes/inboxes.queries.ts';
import { contactMismatch } from './ticket.rules.ts';

/** Scope needed to link a conversation, whose contact the ticket then shows. */
const READ: Scope = 'conversations:read';

type ContactFields = Pick<ContactProjection, 'id' | 'name' | 'email'>;

/** Resolves the records that a ticket refers to. Throws 422 for an unknown id. */
@Injectable()
export class References {
  constructor(
    private readonly db: Database,
    private readonly projections: Projections,
    private readonly rpc: Rpc,
  ) {}

  /** Uuid of an inbox. */
  async inbox(ctx: TenantContext, id: Id<'inbox'> | null): Promise<string | null> {
    if (id === null) return null;
    const found = await this.db.read(ctx).one(findInbox, [uuidOf('inbox', id)]);
    if (found === undefined) throw invalidParameter('inbox_id', 'is not an inbox of this workspace');
    return found.id;
  }

  /** A conversation to link. Throws 403 unless the caller may read conversations, because the ticket shows its contact. */
  async conversation(ctx: TenantContext, id: Id<'conversation'> | null): Promise<Conversation | null> {
    if (id === null) return null;
    if (!hasRequiredScope(ctx.principal?.scopes ?? [], READ))
      throw insufficientScope([READ], 'conversation_id');
    const found = await this.rpc.call(lookUpConversation, ctx, { id });
    if (found === null) throw invalidParameter('conversation_id', 'is not a conversation of this workspace');
    await this.projections.storeIfMissing(ctx, contactOf(found));
    return found;
  }

  /** The requester: the given contact, else that of the conversation. Throws 422 if both are given and differ. */
  async contact(
    ctx: TenantContext,
    reference: ContactReference | null,
    conversation: Conversation | null,
  ): Promise<ContactFields | null> {
    if (conversation === null) return reference === null ? null : this.projections.contact(ctx, reference);
    if (reference !== null) {
      if (!refersTo(conversation.contact, reference)) throw contactMismatch();
      assertEmailMatches(conversation.contact, reference);
    }
    return contactOf(conversation);
  }
}

const contactOf = ({ contact: { id, name, email } }: Conversation): ContactFields => ({
  id: uuidOf('contact', id),
  name,
  email,
});

function refersTo({ id, email }: Conversation['contact'], reference: ContactReference): boolean {
  if (reference.id !== undefined) return reference.id === id;
  return email !== null && emailKey(email) === emailKey(reference.email ?? '');
}
