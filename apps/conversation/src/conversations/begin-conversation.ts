import {
  conversationAssigned,
  conversationCreated,
  conversationSnoozed,
  type Conversation,
  type Message,
} from '@parley/contracts';
import { duplicates, type SummaryColumns } from '@parley/projections';
import type { Transaction } from '@parley/persistence';
import type { Departure } from '../messages/delivery/departure.rules.ts';
import { departureOf } from '../messages/delivery/departures.ts';
import { changesOnMessage } from '../messages/message.rules.ts';
import { withinMessage, type NewMessages, type PreparedMessage } from '../messages/new-messages.ts';
import { ConversationRow } from './conversation.entity.ts';
import { newConversationRow, type ConversationDraft, type ConversationIds } from './conversation.rules.ts';
import { toConversation } from './conversation.serializer.ts';

interface Begun {
  conversation: Conversation;
  /** Its first message. */
  message: Message | null;
}

interface Beginning {
  draft: ConversationDraft;
  ids: ConversationIds;
  names: SummaryColumns;
  first: PreparedMessage | null;
  /** How the first message came; without it, it may leave. */
  came?: Departure;
}

/** Inserts a conversation, with its first message if it has one, and emits their events. Throws 422 for a value that another one has. */
export async function beginConversation(
  tx: Transaction,
  messages: NewMessages,
  { draft, ids, names, first, came }: Beginning,
): Promise<Begun> {
  const at = new Date();
  const empty = newConversationRow(draft, ids, at);
  const departure =
    first === null
      ? null
      : (came ?? (await departureOf(tx, { ...empty, ...names }, first.draft, at).catch(withinMessage)));
  const inserted =
    first === null || departure === null
      ? empty
      : {
          ...empty,
          ...changesOnMessage(
            { ...empty, ...names },
            first.draft,
            { departure, joining: first.sender?.joining ?? [] },
            at,
          ),
        };
  const unique = ids.external_key === null ? duplicates(draft) : 'external_key';
  const created = { ...(await tx.insert(ConversationRow, inserted, unique)), ...names };
  const conversation = toConversation(created);
  tx.emit(conversationCreated, conversation);
  if (conversation.snoozed_until !== null)
    tx.emit(conversationSnoozed, conversation, { snoozed_until: null });
  if (conversation.assignee !== null) tx.emit(conversationAssigned, conversation, { assignee: null });
  if (first === null || departure === null) return { conversation, message: null };
  const message = await messages.add(tx, created, first, departure, at).catch(withinMessage);
  return { conversation, message };
}
