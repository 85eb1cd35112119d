import { anyId, anyWord, defineList } from '@parley/lists';
import { tenantStatement } from '@parley/persistence';
import {
  recordFilters,
  recordSearchColumns,
  recordStatements,
  TAG_PAGE,
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

export const lockConversations = {
  lock: tenantStatement<{ id: string }>(
    'conversation.lock',
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

/** The conversation of a connection by the id that it has in the channel. */
export const findConversationByKey = tenantStatement<{ id: string }>(
  'conversation.find_by_key',
  `select id from conversation
    where workspace_id = $1 and mode = $2 and connection_id = $3 and external_key = $4`,
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
