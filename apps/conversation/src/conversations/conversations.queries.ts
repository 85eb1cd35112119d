import { Priority, uuidOf, type Id } from '@parley/contracts';
import { byContactAddress, CHANGE_BATCH, type SummaryColumns, withSummaries } from '@parley/projections';
import {
  anyAssignee,
  anyId,
  anyRank,
  anyTag,
  anyWord,
  byRank,
  createdWithin,
  defineList,
  equals,
  updatedWithin,
} from '@parley/lists';
import { Selection, tenantStatement } from '@parley/persistence';
import { ConversationRow } from './conversation.entity.ts';

/** A conversation row joined with the names it shows, from the local projections of contacts and users. */
export type ConversationWithSummaries = ConversationRow & SummaryColumns;

const CONVERSATIONS = withSummaries(Selection.of(ConversationRow));
const SELECT = CONVERSATIONS.select();

export const findConversation = tenantStatement<ConversationWithSummaries>(
  'conversation.find',
  `${SELECT}
   where conversation.workspace_id = $1 and conversation.mode = $2 and conversation.id = $3`,
);

export const findOfContact = tenantStatement<{ id: string }>(
  'conversation.find_of_contact',
  `select id from conversation where workspace_id = $1 and mode = $2 and contact_id = $3 and id = any($4::uuid[])`,
);

export const findConversationForUpdate = tenantStatement<ConversationWithSummaries>(
  'conversation.find_for_update',
  `${findConversation.text} for update of conversation`,
);

export const lockConversations = tenantStatement<ConversationWithSummaries>(
  'conversation.lock',
  `${SELECT}
   where conversation.workspace_id = $1 and conversation.mode = $2 and conversation.id = any($3::uuid[])
   order by conversation.id for update of conversation`,
);

/** Open work of an assignee, after a record in the order of creation. */
export const lockOpenConversationsOfAssignee = tenantStatement<ConversationWithSummaries>(
  'conversation.lock_of_assignee',
  `${SELECT} where conversation.workspace_id = $1 and conversation.mode = $2
      and conversation.assignee_id = $3 and conversation.status <> 'closed'
      and (conversation.created_at, conversation.id) > ($4, $5)
    order by conversation.created_at, conversation.id limit ${CHANGE_BATCH} for update of conversation`,
);

/** The conversations of an inbox, after a record in the order of creation. */
export const lockConversationsOfInbox = tenantStatement<ConversationWithSummaries>(
  'conversation.lock_of_inbox',
  `${SELECT} where conversation.workspace_id = $1 and conversation.mode = $2 and conversation.inbox_id = $3
      and (conversation.created_at, conversation.id) > ($4, $5)
    order by conversation.created_at, conversation.id limit ${CHANGE_BATCH} for update of conversation`,
);

export const insertDeletedConversation = tenantStatement<never>(
  'deleted_conversation.insert',
  `insert into deleted_conversation (workspace_id, mode, id, deleted_at) values ($1, $2, $3, $4)
   on conflict (workspace_id, mode, id) do update set deleted_at = excluded.deleted_at`,
);

const PRIORITIES = Priority.options.toReversed();

export const conversationList = defineList<ConversationWithSummaries>({
  name: 'conversation.list',
  rows: CONVERSATIONS,
  countedBy: 'status',
  sorts: {
    created_at: 'created_at',
    updated_at: 'updated_at',
    last_message_at: { column: 'last_message_order', missing: "'-infinity'" },
    priority: 'priority_rank',
  },
  filters: {
    status: anyWord('status'),
    priority: anyRank('priority_rank', PRIORITIES),
    assignee: anyAssignee,
    inbox: anyId('inbox_id', 'inbox'),
    channel: equals('channel'),
    tag: anyTag,
    // Not part of the sort indexes: almost every contact has only a few conversations.
    contact: { ...equals('contact_id', (id: Id<'contact'>) => uuidOf('contact', id)), set: 'unknown' },
    ...createdWithin,
    ...updatedWithin,
  },
  search: {
    // One search document for the conversation and one for each message.
    parts: true,
    columns: {
      status: equals('status'),
      priority: byRank('priority_rank', PRIORITIES),
      channel: equals('channel'),
      assignee: equals('assignee_id', (id: Id<'user'>) => uuidOf('user', id)),
      email: byContactAddress,
    },
  },
});
