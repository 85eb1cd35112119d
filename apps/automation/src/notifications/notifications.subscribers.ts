import { Injectable } from '@nestjs/common';
import {
  conversationAssigned,
  conversationDeleted,
  conversationMerged,
  conversationSnoozed,
  conversationWoken,
  messageCreated,
  ticketAssigned,
  ticketDeleted,
  ticketMerged,
  ticketSlaWarning,
  ticketSnoozed,
  ticketWoken,
  userDeactivated,
  uuidOf,
  type Conversation,
  type EventOf,
  type Id,
  type Ticket,
} from '@parley/contracts';
import { On } from '@parley/events';
import type { Transaction } from '@parley/persistence';
import type { WorkspaceContext } from '@parley/runtime/context';
import type { RecordKind } from '../assignment/assignment.queries.ts';
import * as followers from './followers.queries.ts';
import { isAwaited, isMentioning } from './notification.rules.ts';
import * as queries from './notifications.queries.ts';
import { Notifier, type Subject } from './notifier.ts';
import * as push from './push/push.queries.ts';
import { Readers } from './readers.ts';

type Snoozed = EventOf<typeof ticketSnoozed> | EventOf<typeof conversationSnoozed>;
type Woken = EventOf<typeof ticketWoken> | EventOf<typeof conversationWoken>;

/** Notifies users of what concerns them. */
@Injectable()
export class NotificationSubscribers {
  constructor(
    private readonly notifier: Notifier,
    private readonly readers: Readers,
  ) {}

  /** A record that is created for somebody is assigned by an event of its own. */
  @On([ticketAssigned, conversationAssigned])
  async notifyAssigneeWhenAssigned(
    event: EventOf<typeof ticketAssigned> | EventOf<typeof conversationAssigned>,
    tx: Transaction,
  ) {
    await this.notifier.notify(tx, { cause: 'assigned', event, recipients: assigneeOf(event.data) });
  }

  @On(ticketSlaWarning)
  async notifyAssigneeWhenSlaWarns(event: EventOf<typeof ticketSlaWarning>, tx: Transaction) {
    await this.notifier.notify(tx, { cause: 'sla_warning', event, recipients: assigneeOf(event.data) });
  }

  /** Who is mentioned follows the conversation from then on. */
  @On(messageCreated, { filter: ({ data }) => isMentioning(data) })
  async notifyMentionedWhenNoteIsWritten(event: EventOf<typeof messageCreated>, tx: Transaction) {
    const { id: message, author, mentions, conversation_id: conversation } = event.data;
    const found = await this.readers.conversation(tx.ctx, conversation);
    if (found === null) return;
    const subject = subjectOf(found);
    const users = mentions.map((id) => uuidOf('user', id));
    const record = [subject.kind, subject.id];
    await tx.query(followers.lockFollowers, record);
    await tx.query(followers.addFollowers, [...record, users, new Date()]);
    const others = users.filter((user) => author.type !== 'user' || user !== uuidOf('user', author.id));
    const recipients = new Map(others.map((user) => [user, subject]));
    await this.notifier.notify(tx, { cause: 'mentioned', event, message, recipients });
  }

  @On(messageCreated, { filter: ({ data }) => isAwaited(data) })
  async notifyReadersWhenContactWrites(event: EventOf<typeof messageCreated>, tx: Transaction) {
    const { id: message, conversation_id: conversation } = event.data;
    const recipients = await this.readers.of(tx, conversation);
    await this.notifier.notify(tx, { cause: 'reply', event, message, recipients });
  }

  @On([ticketSnoozed, conversationSnoozed])
  async rememberOwnerWhenSnoozed({ data, actor }: Snoozed, tx: Transaction) {
    const { kind, id } = subjectOf(data);
    if (actor.type === 'user' && actor.id !== null)
      await tx.query(queries.setSnoozeOwner, [kind, id, uuidOf('user', actor.id as Id<'user'>)]);
    else await tx.query(queries.takeSnoozeOwner, [kind, id]);
  }

  /** A snooze is that of the user who made it; one that a program made is that of the assignee. */
  @On([ticketWoken, conversationWoken])
  async notifyOwnerWhenWoken(event: Woken, tx: Transaction) {
    const subject = subjectOf(event.data);
    const owner = await tx.one(queries.takeSnoozeOwner, [subject.kind, subject.id]);
    const recipients = owner === undefined ? assigneeOf(event.data) : new Map([[owner.user_id, subject]]);
    await this.notifier.notify(tx, { cause: 'woken', event, recipients });
  }

  @On([ticketMerged, conversationMerged])
  async copyFollowersWhenMerged(
    { data }: EventOf<typeof ticketMerged> | EventOf<typeof conversationMerged>,
    tx: Transaction,
  ) {
    const from = subjectOf(data);
    const into = subjectOf({ id: data.merged_into });
    const rows = await tx.query(followers.findFollowers, [from.kind, from.id]);
    const record = [into.kind, into.id];
    await tx.query(followers.lockFollowers, record);
    await tx.query(followers.addFollowers, [...record, rows.map(({ user_id: user }) => user), new Date()]);
  }

  @On([ticketDeleted, conversationDeleted])
  async forgetNotificationsWhenRecordIsDeleted(
    { data }: EventOf<typeof ticketDeleted> | EventOf<typeof conversationDeleted>,
    tx: Transaction,
  ) {
    const { kind, id } = subjectOf(data);
    await tx.query(queries.forgetRecord, [kind, id]);
  }

  @On(userDeactivated)
  async removeDevicesWhenDeactivated(
    { data }: EventOf<typeof userDeactivated>,
    tx: Transaction<WorkspaceContext>,
  ) {
    await tx.query(push.removeDevicesOfUser, [uuidOf('user', data.id)]);
  }
}

function subjectOf({ id }: { id: Id<'ticket'> | Id<'conversation'> }): Subject {
  const kind: RecordKind = id.startsWith('ticket') ? 'ticket' : 'conversation';
  return { kind, id: uuidOf(kind, id) };
}

function assigneeOf(record: Ticket | Conversation): ReadonlyMap<string, Subject> {
  if (record.assignee === null) return new Map();
  return new Map([[uuidOf('user', record.assignee.id), subjectOf(record)]]);
}
