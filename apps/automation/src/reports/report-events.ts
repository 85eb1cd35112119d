import {
  conversationCreated,
  conversationDeleted,
  conversationMerged,
  conversationUnmerged,
  conversationUpdated,
  messageCreated,
  ticketCreated,
  ticketDeleted,
  ticketMerged,
  ticketUnmerged,
  ticketUpdated,
  uuidOf,
  type Conversation,
  type Id,
  type Message,
  type Ticket,
} from '@parley/contracts';
import type { Transaction } from '@parley/persistence';
import type { RecordKey } from './report-facts.queries.ts';
import { changeOf, isSeen } from './report-facts.rules.ts';
import { storeChange, storeReply, storeState, type Creation } from './report-facts.ts';

/** An event as reports read it, from the bus or from the event log. */
export interface ReportedEvent {
  id: Id<'event'>;
  type: string;
  data: { id: string };
  previous: object | null;
}

/** The events that reports count, by what they say. */
const SAYS: Readonly<Record<string, 'created' | 'updated' | 'unmerged' | 'merged' | 'deleted' | 'message'>> =
  {
    [ticketCreated.type]: 'created',
    [conversationCreated.type]: 'created',
    [ticketUpdated.type]: 'updated',
    [conversationUpdated.type]: 'updated',
    [ticketUnmerged.type]: 'unmerged',
    [conversationUnmerged.type]: 'unmerged',
    [ticketMerged.type]: 'merged',
    [conversationMerged.type]: 'merged',
    [ticketDeleted.type]: 'deleted',
    [conversationDeleted.type]: 'deleted',
    [messageCreated.type]: 'message',
  };

export const REPORTED_TYPES: readonly string[] = Object.keys(SAYS);

/** Whether a message is the response of a user that the contact sees. */
export const isReply = ({ type, author }: Pick<Message, 'type' | 'author'>): boolean =>
  type === 'reply' && author.type === 'user';

/** The record that an event is about; of a message its conversation. */
export function recordOf({ type, data }: Pick<ReportedEvent, 'type' | 'data'>): RecordKey {
  if (SAYS[type] === 'message')
    return { resource: 'conversation', id: uuidOf('conversation', (data as Message).conversation_id) };
  const resource = type.startsWith('ticket.') ? 'ticket' : 'conversation';
  return { resource, id: uuidOf(resource, data.id as Id<typeof resource>) };
}

/** What the creation of a record says, at its place among the events of the record. */
export function creationOf(event: ReportedEvent, place: string): Creation {
  const change = changeOf(uuidOf('event', event.id), event.data as Ticket | Conversation, null);
  return { ...recordOf(event), change, place };
}

/** Stores what an event says at its place among those of its record. The same event again has no effect. */
export async function applyEvent(tx: Transaction, event: ReportedEvent, place: string): Promise<void> {
  const { type, data, previous } = event;
  const record = recordOf(event);
  const says = SAYS[type];
  if (says === 'merged' || says === 'deleted') return storeState(tx, record, says, place);
  if (says === 'message') {
    const message = data as Message;
    return isReply(message) ? storeReply(tx, record.id, message.created_at) : undefined;
  }
  if (says === 'updated' && !isSeen(previous)) return;
  if (says === 'unmerged') await storeState(tx, record, 'present', place);
  const change =
    says === 'created'
      ? creationOf(event, place).change
      : changeOf(uuidOf('event', event.id), data as Ticket | Conversation, previous ?? {});
  await storeChange(tx, record, change, place);
}
