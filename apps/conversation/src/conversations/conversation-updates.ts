import { Injectable } from '@nestjs/common';
import { uuidOf, type Conversation, type Id } from '@parley/contracts';
import {
  contactColumns,
  Projections,
  requireActive,
  requireExisting,
  resolveTagChanges,
  type ContactFields,
  type NewAssignee,
  type TeamProjection,
} from '@parley/projections';
import type { RowChanges, Transaction } from '@parley/persistence';
import type { TenantContext } from '@parley/runtime/context';
import { MailboxReference } from '../mailboxes/mailbox-reference.ts';
import { changeConversation } from './change-conversation.ts';
import { holdChannels, type Channels } from './channels.ts';
import type { ConversationRow } from './conversation.entity.ts';
import {
  conversationChanges,
  type ConversationPatch,
  type ConversationUpdate,
} from './conversation.rules.ts';
import type { ConversationWithSummaries } from './conversations.queries.ts';
import { InboxReference } from './inbox-reference.ts';

/** A patch whose references are resolved. */
export interface ResolvedPatch {
  patch: ConversationPatch;
  assignee: NewAssignee | null;
  team: TeamProjection | null;
  contact: ContactFields | null;
}

type Reference = 'assignee_id' | 'team_id' | 'inbox_id' | 'mailbox_id';

/** Applies updates to conversations, whichever operation brings them. */
@Injectable()
export class ConversationUpdates {
  constructor(
    private readonly projections: Projections,
    private readonly inboxes: InboxReference,
    private readonly mailboxes: MailboxReference,
  ) {}

  /** Resolves the ids in a patch. Throws 422 for an unknown reference and for tags that no conversation could take. */
  async resolve(ctx: TenantContext, body: ConversationUpdate, own?: string): Promise<ResolvedPatch> {
    const { contact: reference, assignee_id: assigneeId, team_id: teamId, ...fields } = body;
    const { inbox_id: inboxId, mailbox_id: mailboxId, connection_id, ...rest } = fields;
    const { assignee, team, inbox, mailbox } = await this.references(ctx, body);
    const contact = reference && (await this.projections.contact(ctx, reference, own));
    const patch = {
      ...rest,
      ...resolveTagChanges('conversation', rest),
      ...(assigneeId === undefined ? {} : { assignee_id: assignee?.id ?? null }),
      ...(teamId === undefined ? {} : { team_id: team?.id ?? null }),
      ...(inboxId === undefined ? {} : { inbox_id: inbox.id }),
      ...(mailboxId === undefined ? {} : { mailbox_id: mailbox }),
      ...(connection_id === undefined ? {} : { connection_id: connectionOf(connection_id) }),
      ...(contact && { contact_id: contact.id }),
    };
    return { patch, assignee, team, contact: contact ?? null };
  }

  /** The users, teams and channels that the fields of a conversation name, and the team of its inbox if they name none. Throws 422 for an unknown one. */
  async references(ctx: TenantContext, fields: Pick<ConversationUpdate, Reference>) {
    const { assignee_id: assignee, team_id: team, inbox_id: inboxId, mailbox_id: mailbox } = fields;
    const inbox = await this.inboxes.resolve(ctx, inboxId ?? null);
    return {
      assignee: await this.projections.assignee(ctx, assignee ?? null),
      team: await this.inboxes.teamOf(ctx, team, inbox),
      inbox,
      mailbox: await this.mailboxes.resolve(ctx, mailbox ?? null),
    };
  }

  /** Applies a patch to a locked row and emits its events. Returns `null` if the patch changes nothing. */
  async apply(
    tx: Transaction,
    before: ConversationWithSummaries,
    { patch, assignee, team, contact }: ResolvedPatch,
  ): Promise<Conversation | null> {
    const changes = conversationChanges(before, patch, new Date());
    if (Object.keys(changes).length === 0) return null;
    if ('assignee_id' in changes) await requireActive(tx, assignee);
    if ('team_id' in changes) await requireExisting(tx, team);
    await holdChannels(tx, channelsIn(changes), before);
    return changeConversation(tx, before, changes, {
      ...('assignee_id' in changes && { assignee_name: assignee?.name ?? null }),
      ...('team_id' in changes && { team_name: team?.name ?? null }),
      ...(contact && contactColumns(contact)),
    });
  }
}

/** Uuid of a connection. */
export const connectionOf = (id: Id<'connection'> | null): string | null =>
  id === null ? null : uuidOf('connection', id);

const channelsIn = (changes: RowChanges<ConversationRow>): Partial<Channels> => ({
  ...('mailbox_id' in changes && { mailbox_id: changes.mailbox_id }),
  ...('connection_id' in changes && { connection_id: changes.connection_id }),
});
