import { uuidOf, type Id, type MessageEmail } from '@parley/contracts';
import { anyWord, defineList, equals } from '@parley/lists';
import { Selection, tenantStatement } from '@parley/persistence';
import { survivorOf } from '@parley/projections';
import { MessageRow } from './message.entity.ts';

/** A message row with the name of its author, from the local projections. */
export interface MessageWithAuthor extends Omit<MessageRow, 'html'> {
  author_name: string | null;
}

const MESSAGES = Selection.of(MessageRow)
  .without('html')
  .with<Pick<MessageWithAuthor, 'author_name'>>(
    `case author_type when 'user' then u.name else c.name end as author_name`,
    `left join user_projection u on u.workspace_id = message.workspace_id and u.id = author_id
  left join contact_projection c on c.workspace_id = message.workspace_id and c.mode = message.mode and c.id = author_id`,
  );

/** A message of a conversation that exists: those of a deleted one may not be removed yet. */
const FIND_ANY = `${MESSAGES.select()}
   where message.workspace_id = $1 and message.mode = $2
     and exists (select from conversation where workspace_id = $1 and mode = $2 and id = message.conversation_id) and`;

export const findMessage = tenantStatement<MessageWithAuthor>(
  'message.find',
  `${FIND_ANY} message.conversation_id = ${survivorOf('conversation', '$3')} and message.id = $4`,
);

export const findMessageById = tenantStatement<MessageWithAuthor>(
  'message.find_by_id',
  `${FIND_ANY} message.id = $3`,
);

/** The last message of each conversation of `$3` that has one. */
export const findLastMessages = tenantStatement<MessageWithAuthor>(
  'message.find_last',
  `${FIND_ANY} message.id = any(array(
    select latest.id from unnest($3::uuid[]) asked(id), lateral (
      select m.id from message m where m.workspace_id = $1 and m.mode = $2 and m.conversation_id = asked.id
       order by m.created_at desc, m.id desc limit 1) latest))`,
);

const readLocked = tenantStatement<MessageWithAuthor>(
  'message.read_locked',
  `${FIND_ANY} message.id = any($3::uuid[])`,
);

export const lockMessage = {
  lock: tenantStatement<{ id: string }>(
    'message.lock',
    `select id from message where workspace_id = $1 and mode = $2 and conversation_id = ${survivorOf('conversation', '$3')} and id = $4 for update`,
  ),
  read: readLocked,
};

/** A message in whichever conversation it is. */
export const lockMessageById = {
  lock: tenantStatement<{ id: string }>(
    'message.lock_by_id',
    'select id from message where workspace_id = $1 and mode = $2 and id = $3 for update',
  ),
  read: readLocked,
};

/** The message of a connection by the id that it has in the channel. */
export const findMessageByKey = tenantStatement<MessageWithAuthor>(
  'message.find_by_key',
  `${FIND_ANY} message.connection_id = $3 and message.external_key = $4`,
);

/** One that nobody can reach: it is of a conversation that was deleted, and would keep its key until it is removed. */
export const removeDeletedMessageByKey = tenantStatement<never>(
  'message.remove_deleted_by_key',
  `delete from message m where workspace_id = $1 and mode = $2 and connection_id = $3 and external_key = $4
     and not exists (select from conversation where workspace_id = $1 and mode = $2 and id = m.conversation_id)`,
);

/** What a mail is composed of. */
export const findOutgoing = tenantStatement<MessageWithAuthor & Pick<MessageRow, 'html'>>(
  'message.find_outgoing',
  `${MESSAGES.select('html')}
    where message.workspace_id = $1 and message.mode = $2 and message.id = $3 and message.redacted_at is null
      and exists (select from conversation where workspace_id = $1 and mode = $2 and id = message.conversation_id)
      and message.mailbox_id is not null and message.outgoing_number is not null`,
);

/** The last mail of a conversation, and whether its contact has written since, which is recorded without addresses. */
export const findLastMail = tenantStatement<{ email: MessageEmail; is_answered: boolean }>(
  'message.find_last_mail',
  `select mail.email, exists (
      select from message m where m.workspace_id = $1 and m.mode = $2 and m.conversation_id = $3
         and (m.created_at, m.id) > (mail.created_at, mail.id) and m.author_type = 'contact') as is_answered
     from (
      select email, created_at, id from message
       where workspace_id = $1 and mode = $2 and conversation_id = $3 and email is not null
         and email->>'is_participant' is distinct from 'false'
       order by created_at desc, id desc limit 1) mail`,
);

/** Those of the given messages that a file can be attached to. */
export const findExisting = tenantStatement<{ id: string }>(
  'message.find_existing',
  `select m.id from message m
     join conversation c on c.workspace_id = m.workspace_id and c.mode = m.mode and c.id = m.conversation_id
    where m.workspace_id = $1 and m.mode = $2 and m.id = any($3::uuid[]) and m.redacted_at is null`,
);

/** Those of the messages `$4` that the contact `$3` has written, or that are in its conversations. */
export const findOfContact = tenantStatement<{ id: string }>(
  'message.find_of_contact',
  `select m.id from message m
     join conversation c on c.workspace_id = m.workspace_id and c.mode = m.mode and c.id = m.conversation_id
    where m.workspace_id = $1 and m.mode = $2 and m.id = any($4::uuid[])
      and (c.contact_id = $3 or m.author_type = 'contact' and m.author_id = $3)`,
);

/** What was said in a conversation from `$4` on; no row if there is no such conversation. */
export const summarize = tenantStatement<{ replied_at: Date | null; contact_wrote_at: Date | null }>(
  'message.summarize',
  `select min(m.created_at) filter (where m.author_type = 'user' and m.type = 'reply') as replied_at,
          max(m.created_at) filter (where m.author_type = 'contact'
            and coalesce(m.email->>'is_automatic', 'false') = 'false') as contact_wrote_at
     from conversation c
     left join message m on m.workspace_id = c.workspace_id and m.mode = c.mode and m.conversation_id = c.id
       and m.created_at >= $4
    where c.workspace_id = $1 and c.mode = $2 and c.id = ${survivorOf('conversation', '$3')} group by c.id`,
);

/** Once: a repetition changes nothing, nor does an event of a message that was redacted before. */
export const markAttachmentDeleted = tenantStatement<never>(
  'message.mark_attachment_deleted',
  `update message set version = version + 1, updated_at = now(), attachments = case
      when redacted_at is not null then '[]' else (
        select jsonb_agg(case when file->>'file_id' = $3 then file || jsonb_build_object('deleted_at', $4::text) else file end
            order by place)
          from jsonb_array_elements(attachments) with ordinality as attached (file, place)) end
    where workspace_id = $1 and mode = $2 and attachments <> '[]'
      and attachments @> jsonb_build_array(jsonb_build_object('file_id', $3::text, 'deleted_at', null))`,
);

export const messageList = defineList<MessageWithAuthor>({
  name: 'message.list',
  rows: MESSAGES,
  longText: 'body',
  sorts: { created_at: 'created_at' },
  filters: {
    conversation_id: equals('conversation_id', (id: Id<'conversation'>) => uuidOf('conversation', id)),
    type: anyWord('type'),
    external_id: { ...equals('external_id'), set: 'small' },
  },
});
