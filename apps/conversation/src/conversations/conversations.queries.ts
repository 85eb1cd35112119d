import { anyId, anyWord, defineList } from '@parley/lists';
import { systemStatement, tenantStatement } from '@parley/persistence';
import {
  dueTexts,
  recordColumns,
  recordFilters,
  recordSearchColumns,
  recordStatements,
  TAG_PAGE,
  type DueRecords,
  type SummaryColumns,
} from '@parley/projections';
import { ConversationRow } from './conversation.entity.ts';

/** A conversation row joined with the names it shows, from the local projections of contacts and users. */
export type ConversationWithSummaries = ConversationRow & SummaryColumns;

const CONVERSATIONS = recordStatements(ConversationRow);

export const findConversation = tenantStatement<ConversationWithSummaries>(
  'conversation.find',
  CONVERSATIONS.find,
);

export const findConversations = tenantStatement<ConversationWithSummaries>(
  'conversation.find_many',
  CONVERSATIONS.readMany,
);

/** Those with the ids, or those that they were merged into. */
export const lookUpConversationRows = tenantStatement<ConversationWithSummaries>(
  'conversation.look_up_many',
  CONVERSATIONS.findMany,
);

export const findKnownConversation = tenantStatement<{ id: string }>(
  'conversation.find_known',
  CONVERSATIONS.known,
);

export const lockConversations = {
  lock: tenantStatement<{ id: string }>('conversation.lock', CONVERSATIONS.lockMany),
  read: findConversations,
  follows: findKnownConversation,
};

/** Those alone that have the ids, not what they were merged into. */
export const lockConversationRows = {
  lock: tenantStatement<{ id: string }>(
    'conversation.lock_rows',
    CONVERSATIONS.lock('id = any($3::uuid[]) order by id'),
  ),
  read: findConversations,
};

/** Open work of an assignee. */
export const lockOpenConversationsOfAssignee = {
  lock: tenantStatement<{ id: string }>(
    'conversation.lock_of_assignee',
    CONVERSATIONS.lockBatch(`assignee_id = $3 and status <> 'closed'`),
  ),
  read: findConversations,
};

const snoozeTexts = dueTexts('conversation', 'snoozed_until');

/** Conversations whose snooze ends. */
export const dueSnoozes = {
  find: systemStatement<DueRecords>(
    'conversation.find_snoozed',
    'one scheduler serves all tenants',
    snoozeTexts.find,
  ),
  next: systemStatement<{ due_at: Date }>(
    'conversation.find_next_snoozed',
    'one scheduler serves all tenants',
    snoozeTexts.next,
  ),
  lock: {
    lock: tenantStatement<{ id: string }>('conversation.lock_snoozed', CONVERSATIONS.lockSnoozed),
    read: findConversations,
  },
};

export const lockConversationsOfTeam = {
  lock: tenantStatement<{ id: string }>('conversation.lock_of_team', CONVERSATIONS.lockBatch('team_id = $3')),
  read: findConversations,
};

export const lockConversationsOfInbox = {
  lock: tenantStatement<{ id: string }>(
    'conversation.lock_of_inbox',
    CONVERSATIONS.lockBatch('inbox_id = $3'),
  ),
  read: findConversations,
};

export const lockConversationsOfMailbox = {
  lock: tenantStatement<{ id: string }>(
    'conversation.lock_of_mailbox',
    CONVERSATIONS.lockBatch('mailbox_id = $3'),
  ),
  read: findConversations,
};

export const lockConversationsOfConnection = {
  lock: tenantStatement<{ id: string }>(
    'conversation.lock_of_connection',
    CONVERSATIONS.lockBatch('connection_id = $3'),
  ),
  read: findConversations,
};

/** The conversation of a connection by the id that it has in the channel, or else the one that it was merged into. */
export const findConversationByKey = tenantStatement<{ id: string; is_merged: boolean }>(
  'conversation.find_by_key',
  `select id, false as is_merged from conversation
    where workspace_id = $1 and mode = $2 and connection_id = $3 and external_key = $4
   union all
   (select survivor_id, true from merged_conversation
     where workspace_id = $1 and mode = $2 and record->>'connection_id' = $3::uuid::text and record->>'external_key' = $4
     order by merged_at desc limit 1)
   limit 1`,
);

/** Apart from the version of the conversation, which shows nothing of it. */
export const countOutgoing = tenantStatement<never>(
  'conversation.count_outgoing',
  'update conversation set outgoing_number = $4 where workspace_id = $1 and mode = $2 and id = $3',
);

export const findOfContact = tenantStatement<{ id: string }>(
  'conversation.find_of_contact',
  `select id from conversation where workspace_id = $1 and mode = $2 and contact_id = $3 and id = any($4::uuid[])
   union
   select id from merged_conversation where workspace_id = $1 and mode = $2 and contact_id = $3 and id = any($4::uuid[])
   union
   select id from former_conversation where workspace_id = $1 and mode = $2 and contact_id = $3 and id = any($4::uuid[])`,
);

export const insertFormerConversation = tenantStatement<never>(
  'former_conversation.insert',
  'insert into former_conversation (workspace_id, mode, id, contact_id, deleted_at) values ($1, $2, $3, $4, $5)',
);

export const insertDeletedConversation = tenantStatement<never>(
  'deleted_conversation.insert',
  `insert into deleted_conversation (workspace_id, mode, id, deleted_at) values ($1, $2, $3, $4)
   on conflict (workspace_id, mode, id) do update set deleted_at = excluded.deleted_at`,
);

export const conversationList = defineList<ConversationWithSummaries>({
  name: 'conversation.list',
  rows: CONVERSATIONS.rows,
  countedBy: 'status',
  sorts: {
    created_at: 'created_at',
    updated_at: 'updated_at',
    last_message_at: { column: 'last_message_order', missing: "'-infinity'" },
    priority: 'priority_rank',
  },
  filters: {
    status: anyWord('status'),
    channel: anyWord('channel'),
    mailbox: anyId('mailbox_id', 'mailbox'),
    ...recordFilters,
  },
  columns: {
    ...recordColumns,
    connection: 'connection_id',
    last_message_at: 'last_message_at',
    last_message_by: 'last_message_by',
    messages_count: 'messages_count',
    waiting_since: 'waiting_since',
  },
  leading: ['assignee', 'inbox', 'status'],
  search: {
    // One search document for the conversation and one for each message.
    parts: true,
    columns: { status: anyWord('status'), channel: anyWord('channel'), ...recordSearchColumns },
  },
});

export const findConversationsToRetag = tenantStatement<{ id: string; tags: string[] }>(
  'conversation.tags_page',
  `select id, tags from conversation where workspace_id = $1 and mode = $2 and id > $3 order by id limit ${TAG_PAGE}`,
);
