import type { Mode } from '@parley/contracts';
import { anyId, anyWord, defineList } from '@parley/lists';
import { Selection, systemStatement, tenantStatement } from '@parley/persistence';
import { IncomingMailRow } from './incoming-mail.entity.ts';

const MAILS = Selection.of(IncomingMailRow);
const OF_TENANT = 'where workspace_id = $1 and mode = $2';
/** What is left of a mail whose content is gone: the keys by which a copy of it is known. */
export const FORGOTTEN = `is_forgotten = true, sender = null, sender_key = null, subject = null, body_hash = null, shown_hash = null,
     reason = null, envelope = '{"from": null, "to": [], "client": null}', version = version + 1, updated_at = now()`;

const ALL_WORKSPACES = 'the queue is that of all workspaces';

export const findMail = tenantStatement<IncomingMailRow>(
  'incoming_mail.find',
  `${MAILS.select()} ${OF_TENANT} and id = $3`,
);

export const lockMail = tenantStatement<IncomingMailRow>('incoming_mail.lock', `${findMail.text} for update`);

/**
 * Stores what two copies of a mail have in common, of one that nothing has become of yet. One statement without a transaction: each mail that
 * arrives costs a round trip of it.
 */
export const summarizeMail = tenantStatement<IncomingMailRow>(
  'incoming_mail.summarize',
  `update incoming_mail set content_key = $4, sender_key = $5, sender = $6, subject = $7, body_hash = $8, shown_hash = $9,
       version = version + 1, updated_at = now()
     ${OF_TENANT} and id = $3 and status in ('stored', 'importing') returning ${MAILS.list}`,
);

export const findByTransport = tenantStatement<{ id: string }>(
  'incoming_mail.find_by_transport',
  `select id from incoming_mail ${OF_TENANT} and mailbox_id = $3 and transport_key = $4`,
);

/** Another mail with the same content. */
export const findByContent = tenantStatement<IncomingMailRow>(
  'incoming_mail.find_by_content',
  `${MAILS.select()} ${OF_TENANT} and content_key = $3 and id <> $4`,
);

/** Those of the contents `$3` that a mail of the workspace has, its size, and whether every other mail with the content is a copy of it. */
export const findKnownContents = tenantStatement<{
  content_key: Buffer;
  size: number;
  is_certain: boolean;
  is_fetched: boolean;
}>(
  'incoming_mail.find_known_contents',
  `select content_key, size, is_forgotten and status <> 'discarded' or coalesce((authentication ->> 'verified')::boolean, false) as is_certain,
       coalesce(mailbox_id = $4 and (transport_key like 'imap:%' or transport_key like 'copy:%'), false) as is_fetched
     from incoming_mail ${OF_TENANT} and content_key = any($3::bytea[])`,
);

/** Those of the transport keys `$4` that a mail of the mailbox `$3` has. */
export const findKnownPlaces = tenantStatement<{ transport_key: string }>(
  'incoming_mail.find_known_places',
  `select transport_key from incoming_mail ${OF_TENANT} and mailbox_id = $3 and transport_key = any($4::text[])`,
);

/** Those of the messages `$3` whose mails have a source, whether they are messages or may become any. */
export const findExistingMessages = tenantStatement<{ message_id: string }>(
  'incoming_mail.find_existing_messages',
  `select message_id from incoming_mail ${OF_TENANT} and message_id = any($3::uuid[])
      and not is_forgotten`,
);

/** The mail that is a message. */
export const findDelivered = tenantStatement<IncomingMailRow>(
  'incoming_mail.find_delivered',
  `${MAILS.select()} ${OF_TENANT} and message_id = $3 and status = 'delivered'`,
);

export const incomingMailList = defineList<IncomingMailRow>({
  name: 'incoming_mail.list',
  rows: MAILS,
  sorts: { created_at: 'created_at' },
  filters: {
    status: anyWord('status'),
    mailbox: anyId('mailbox_id', 'mailbox'),
  },
});

/** A mailbox whose mails this process reads, in the order in which they came. */
export interface ReadMailbox {
  workspace_id: string;
  mode: Mode;
  mailbox_id: string;
}

/** Leases up to `$2` mailboxes that have mails to read to the process `$1` for `$3` milliseconds; those that wait longest first. */
export const claimMailboxes = systemStatement<ReadMailbox>(
  'incoming_mail.claim_mailboxes',
  ALL_WORKSPACES,
  'select workspace_id, mode, mailbox_id from claim_incoming($1::uuid, $2::integer, $3::double precision)',
);

/** Extends the leases of a process, in the order in which all statements lock these rows. */
export const renewMailboxes = systemStatement<never>(
  'incoming_mail.renew_mailboxes',
  ALL_WORKSPACES,
  `with held as (
     select workspace_id, mode, mailbox_id from mailbox_activity where reader_id = $1 and mailbox_id = any($3::uuid[])
      order by workspace_id, mode, mailbox_id for update)
   update mailbox_activity a set reader_until = now() + make_interval(secs => $2::double precision / 1000)
     from held h where a.workspace_id = h.workspace_id and a.mode = h.mode and a.mailbox_id = h.mailbox_id`,
);

export const releaseMailbox = tenantStatement<never>(
  'incoming_mail.release_mailbox',
  `update mailbox_activity set reader_id = null, reader_until = '-infinity' ${OF_TENANT} and mailbox_id = $3 and reader_id = $4`,
);

/**
 * The next mails of a mailbox that is leased to the process `$4`, unless the first of them has to wait. Those that are read again to see
 * whether there is room for them have their reason still: they come last.
 */
export const nextMails = tenantStatement<IncomingMailRow>(
  'incoming_mail.next',
  `${MAILS.select()} ${OF_TENANT} and mailbox_id = $3 and status = 'stored' and due_at <= now()
      and exists (select from mailbox_activity a where a.workspace_id = $1 and a.mode = $2 and a.mailbox_id = $3
                     and a.reader_id = $4 and a.reader_until > now())
      and not exists (select from incoming_mail head
        where head.workspace_id = $1 and head.mode = $2 and head.mailbox_id = $3 and head.status = 'stored'
          and (head.reason is not null, head.id) < (incoming_mail.reason is not null, incoming_mail.id) and head.due_at > now())
    order by (reason is not null), id limit 20`,
);

/**
 * How many mails came from a sender in the last `$4` milliseconds, the mail `$6` included, and how many of them with the same text: of those that
 * are proven as it is (`$7`), so that forged mails do not use up the count of the true ones. Only the newest 1,000 are looked at, since each
 * mail of a flood has the others counted.
 */
export const countRecent = tenantStatement<{ mails: number; equal: number }>(
  'incoming_mail.count_recent',
  `select count(*)::int as mails, (count(*) filter (where body_hash = $5))::int as equal
     from (select id, body_hash, authentication from incoming_mail
            ${OF_TENANT} and sender_key = $3 and created_at > now() - make_interval(secs => $4::double precision / 1000)
              and arrived_at is null
            order by created_at desc limit 1000) recent
    where id = $6 or coalesce((authentication ->> 'verified')::boolean, false) = $7`,
);

/**
 * Has mails read again that wait for room in the storage of their workspaces, once they have waited for long enough: for 30 days. They
 * keep their reason, so that those that came after them are read before.
 */
export const retryWaitingForRoom = systemStatement<{ retried: 1 }>(
  'incoming_mail.retry_waiting_for_room',
  ALL_WORKSPACES,
  `update incoming_mail m set status = 'stored', attempts = 0, due_at = now(), version = version + 1, updated_at = now()
     from (select workspace_id, mode, id from incoming_mail
            where status = 'failed' and reason ->> 'code' = 'storage_full' and due_at <= now()
              and created_at > now() - interval '30 days'
            order by due_at limit 500 for update skip locked) waiting
    where m.workspace_id = waiting.workspace_id and m.mode = waiting.mode and m.id = waiting.id returning 1 as retried`,
);

export const noteReceived = tenantStatement<never>(
  'mailbox_activity.note_received',
  `insert into mailbox_activity as a (workspace_id, mode, mailbox_id, last_received_at)
   select workspace_id, mode, id, now() from mailbox ${OF_TENANT} and id = $3
   on conflict (workspace_id, mode, mailbox_id) do update set last_received_at = now()
     where a.last_received_at is null or a.last_received_at < now() - interval '5 seconds'`,
);

/** The conversations of the given references, by the hash of a Message-ID. */
export const findReferences = tenantStatement<{ key: Buffer; conversation_id: string; message_id: string }>(
  'thread_reference.find',
  `select key, conversation_id, message_id from thread_reference ${OF_TENANT} and key = any($3::bytea[])`,
);

export const findReplyAddresses = tenantStatement<{ token: string; conversation_id: string }>(
  'reply_address.find',
  `select token, conversation_id from reply_address ${OF_TENANT} and token = any($3::text[])`,
);

export const addReference = tenantStatement<never>(
  'thread_reference.add_incoming',
  `insert into thread_reference (workspace_id, mode, key, conversation_id, message_id, created_at)
   values ($1, $2, $3, $4, $5, now()) on conflict (workspace_id, mode, key) do nothing`,
);

export const forgetMessage = tenantStatement<never>(
  'incoming_mail.forget_message',
  `update incoming_mail set ${FORGOTTEN} ${OF_TENANT} and message_id = $3 and not is_forgotten`,
);

export const forgetOfConversation = tenantStatement<{ message_id: string }>(
  'incoming_mail.forget_of_conversation',
  `update incoming_mail set ${FORGOTTEN} ${OF_TENANT} and conversation_id = $3 and not is_forgotten returning message_id`,
);

/** Whether anything speaks against automatic mail to the address `$3`, complaints included. */
export const findAnySuppression = tenantStatement<{ address_key: string }>(
  'suppression.find_any',
  `select address_key from suppression ${OF_TENANT} and address_key = $3 and (expires_at is null or expires_at > now())`,
);

/** Whether another mail of the sender `$3` than `$4` was held back as one of a flood in the last `$5` milliseconds. */
export const findFlood = tenantStatement<{ found: 1 }>(
  'incoming_mail.find_flood',
  `select 1 as found from incoming_mail ${OF_TENANT} and sender_key = $3 and id <> $4 and status = 'quarantined'
      and reason ->> 'code' = 'flood' and created_at > now() - make_interval(secs => $5::double precision / 1000) limit 1`,
);
