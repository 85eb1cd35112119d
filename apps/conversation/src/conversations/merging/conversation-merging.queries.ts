import { tenantStatement } from '@parley/persistence';
import { mergeStatements, type Gained, type Merged } from '@parley/projections';
import { ConversationRow } from '../conversation.entity.ts';
import {
  findKnownConversation,
  lockConversationRows,
  type ConversationWithSummaries,
} from '../conversations.queries.ts';

export type MergedConversation = Merged<ConversationWithSummaries, Gained>;

const TEXTS = mergeStatements(ConversationRow);

export const MERGING_CONVERSATIONS = {
  kind: 'conversation' as const,
  rows: lockConversationRows,
  known: findKnownConversation,
  survivors: tenantStatement<{ id: string; survivor_id: string }>(
    'merged_conversation.find',
    TEXTS.survivors,
  ),
  ofSurvivor: tenantStatement<MergedConversation>('merged_conversation.of_survivor', TEXTS.ofSurvivor),
  take: tenantStatement<never>('merged_conversation.take', TEXTS.take),
  redirect: tenantStatement<never>('merged_conversation.redirect', TEXTS.redirect),
  restore: tenantStatement<never>('merged_conversation.restore', TEXTS.restore),
  reassign: tenantStatement<never>('merged_conversation.reassign', TEXTS.reassign),
  forget: tenantStatement<{ id: string; contact_id: string }>('merged_conversation.forget', TEXTS.forget),
};

/** Moves the messages of the conversations `$3` into `$4`; each remembers the first conversation that it was in. */
export const mergeMessages = tenantStatement<never>(
  'message.merge',
  `update message set conversation_id = $4, merged_from = coalesce(merged_from, conversation_id), version = version + 1,
       updated_at = now()
    where workspace_id = $1 and mode = $2 and conversation_id = any($3::uuid[])`,
);

/** Moves those messages of `$3` back to `$4` that were in it, or in one of `$5`. */
export const unmergeMessages = tenantStatement<never>(
  'message.unmerge',
  `update message set conversation_id = $4, merged_from = nullif(merged_from, $4), version = version + 1, updated_at = now()
    where workspace_id = $1 and mode = $2 and conversation_id = $3 and (merged_from = $4 or merged_from = any($5::uuid[]))`,
);

/** Moves messages `$4` of `$3` into `$5`, where they stay. */
export const splitMessages = tenantStatement<never>(
  'message.split',
  `update message set conversation_id = $5, merged_from = null, version = version + 1, updated_at = now()
    where workspace_id = $1 and mode = $2 and conversation_id = $3 and id = any($4::uuid[])`,
);

/** Locks those of the messages `$4` that are in `$3`. */
export const lockMessagesToSplit = tenantStatement<{ id: string }>(
  'message.lock_to_split',
  `select id from message where workspace_id = $1 and mode = $2 and conversation_id = $3 and id = any($4::uuid[])
    order by id for update`,
);

/** What the messages of a conversation say of it. */
export interface StoredActivity {
  last_message_at: Date | null;
  last_message_by: ConversationRow['last_message_by'];
  messages_count: number;
  /** Time of the first message of the contact that no reply of a user followed. */
  waiting_since: Date | null;
}

/** The activity of messages with a condition, which are sorted as a conversation shows them. */
const activityOf = (condition: string): string => {
  const messages = `from message m where m.workspace_id = $1 and m.mode = $2 and ${condition}`;
  return `select last.created_at as last_message_at, last.author_type as last_message_by,
      (select count(*)::int ${messages}) as messages_count,
      (select min(m.created_at) ${messages} and m.author_type = 'contact'
          and coalesce(m.email->>'is_automatic', 'false') = 'false'
          and m.created_at > coalesce((select max(m.created_at) ${messages} and m.author_type = 'user' and m.type = 'reply'),
            '-infinity')) as waiting_since
    from (select) one
    left join lateral (select m.created_at, m.author_type ${messages} order by m.created_at desc, m.id desc limit 1) last on true`;
};

export const readActivity = tenantStatement<StoredActivity>(
  'message.activity',
  activityOf('m.conversation_id = $3'),
);

/** The activity of the messages `$4` of a conversation alone. */
export const readActivityOfSome = tenantStatement<StoredActivity>(
  'message.activity_of_some',
  activityOf('m.conversation_id = $3 and m.id = any($4::uuid[])'),
);
