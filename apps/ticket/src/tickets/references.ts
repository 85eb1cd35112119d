import { Injectable } from '@nestjs/common';
import {
  ApiError,
  createConversation,
  createMessage,
  emailKey,
  encodeId,
  insufficientScope,
  invalidParameter,
  lookUpConversation,
  assertEmailMatches,
  isOfEmailAlone,
  hasRequiredScope,
  uuidOf,
  type ContactReference,
  type Conversation,
  type Id,
  type Input,
  type NewMessage,
  type Scope,
} from '@parley/contracts';
import { Projections, type ContactFields, type TeamProjection } from '@parley/projections';
import type { TenantContext } from '@parley/runtime/context';
import { Database } from '@parley/persistence';
import { Rpc } from '@parley/rpc';
import type { InboxRow } from '../inboxes/inbox.entity.ts';
import { findInbox } from '../inboxes/inboxes.queries.ts';
import { contactMismatch } from './ticket.rules.ts';

/** Scope needed to link a conversation, whose contact the ticket then shows. */
const READ: Scope = 'conversations:read';
/** Scope needed to begin one. */
const WRITE: Scope = 'conversations:write';

type NewConversation = Pick<
  Input<typeof createConversation>['body'],
  'subject' | 'priority' | 'inbox_id' | 'message'
>;

/** Throws 403 unless the caller may write conversations, because `param` makes it write one. */
export function requireToWrite({ principal }: TenantContext, param: string): void {
  if (!hasRequiredScope(principal?.scopes ?? [], WRITE)) throw insufficientScope([WRITE], param);
}

/** Resolves the records that a ticket refers to. Throws 422 for an unknown id. */
@Injectable()
export class References {
  constructor(
    private readonly db: Database,
    private readonly projections: Projections,
    private readonly rpc: Rpc,
  ) {}

  /** An inbox. */
  async inbox(ctx: TenantContext, id: Id<'inbox'> | null): Promise<InboxRow | null> {
    if (id === null) return null;
    const found = await this.db.read(ctx).one(findInbox, [uuidOf('inbox', id)]);
    if (found === undefined) throw invalidParameter('inbox_id', 'is not an inbox of this workspace');
    return found;
  }

  /** The team of a new ticket: the one that is named, by default that of its inbox. */
  async team(
    ctx: TenantContext,
    named: Id<'team'> | null | undefined,
    inbox: InboxRow | null,
  ): Promise<TeamProjection | null> {
    if (named !== undefined) return this.projections.team(ctx, named);
    return inbox?.team_id == null
      ? null
      : this.projections.existingTeam(ctx, encodeId('team', inbox.team_id));
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

  /** The requester: the given contact, else that of the conversation. Throws 422 if both are given and differ. `own`: that of the ticket. */
  async contact(
    ctx: TenantContext,
    reference: ContactReference | null,
    conversation: Conversation | null,
    own: string | null = null,
  ): Promise<ContactFields | null> {
    if (conversation === null)
      return reference === null ? null : this.projections.contact(ctx, reference, own);
    const { contact } = conversation;
    if (reference !== null) {
      if (!refersTo(contact, reference)) throw contactMismatch();
      // The conversation does not show what else belongs to its contact.
      if (!isOfEmailAlone(reference)) await this.projections.contact(ctx, { ...reference, id: contact.id });
      else assertEmailMatches(contact, reference);
    }
    return contactOf(conversation);
  }

  /** The linked conversation with a message more, or a new one that has it; it remains if the ticket is refused. */
  async withMessage(
    ctx: TenantContext,
    linked: Conversation | null,
    contact: Pick<ContactFields, 'id'>,
    { subject, priority, inbox_id, message }: NewConversation & { message: NewMessage },
  ): Promise<Conversation> {
    if (linked === null) return this.newConversation(ctx, contact, { subject, priority, inbox_id, message });
    try {
      await this.rpc.call(createMessage, ctx, { params: { conversation_id: linked.id }, body: message });
    } catch (error) {
      throw error instanceof ApiError ? error.withParamPrefix('message') : error;
    }
    return linked;
  }

  /** A new conversation with the contact and the inbox of a ticket, which remains if the ticket is refused. */
  async newConversation(
    ctx: TenantContext,
    contact: Pick<ContactFields, 'id'>,
    draft: NewConversation,
  ): Promise<Conversation> {
    const body = { ...draft, contact: { id: encodeId('contact', contact.id) } };
    // The record of the context is the ticket.
    return this.rpc.call(createConversation, { ...ctx, recordId: undefined }, { body });
  }
}

const contactOf = ({ contact }: Conversation): ContactFields => ({
  ...contact,
  id: uuidOf('contact', contact.id),
  phone_e164: null,
});

/** Whether a contact may be that of a reference, as far as a conversation shows it. */
function refersTo({ id, email }: Conversation['contact'], reference: ContactReference): boolean {
  if (reference.id !== undefined) return reference.id === id;
  if (!isOfEmailAlone(reference)) return true;
  return email !== null && emailKey(email) === emailKey(reference.email ?? '');
}
