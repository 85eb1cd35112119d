import type { Mode } from '@parley/contracts';
import { Selection, systemStatement, tenantStatement } from '@parley/persistence';
import { OutgoingMailRow } from './outgoing-mail.entity.ts';

const MAILS = Selection.of(OutgoingMailRow);

/** A mail that a process sends at present. */
export interface ClaimedMail {
  workspace_id: string;
  mode: Mode;
  id: string;
  lease_token: string;
}

export const claimMails = systemStatement<ClaimedMail>(
  'outgoing_mail.claim',
  'the queue is shared by all tenants',
  'select workspace_id, mode, id, lease_token from claim_mails($1, $2, $3, $4)',
);

/** The mail of a message as it was sent last, if it is composed. */
export const findComposed = tenantStatement<OutgoingMailRow>(
  'outgoing_mail.find_composed',
  `${MAILS.select()} where workspace_id = $1 and mode = $2 and message_id = $3 and kind = 'message' and source_file_id is not null and not is_erased
    order by id desc limit 1`,
);

/** Tells that a process is alive for `$2` more milliseconds. */
export const renewDispatcher = systemStatement<never>(
  'dispatcher.renew',
  'processes belong to no tenant',
  `insert into dispatcher (id, expires_at) values ($1, now() + make_interval(secs => $2::double precision / 1000))
   on conflict (id) do update set expires_at = excluded.expires_at`,
);

export const removeDispatcher = systemStatement<never>(
  'dispatcher.remove',
  'processes belong to no tenant',
  "delete from dispatcher where id = $1 or expires_at < now() - interval '1 day'",
);

/** Ends the leases `$1` of mails that nobody sends any more. */
export const endLeases = systemStatement<never>(
  'outgoing_mail.end_leases',
  'a process sends for all tenants',
  "update outgoing_mail set due_at = now() where status = 'sending' and lease_token = any($1::uuid[])",
);

/** Condition of a mail that is being sent: its lease has ended or, if the parameter says so, its process gives no sign of life. */
const leftBehind = (mayRecoverOthers: string) =>
  `(due_at <= now()
    or ${mayRecoverOthers} and not exists (select from dispatcher d where d.id = q.dispatcher_id and d.expires_at > now()))`;

/** Mails whose lease ended or, if `$1`, whose process died, queued ones that are too old, and those of mailboxes that were deleted. */
export const findLost = systemStatement<Pick<ClaimedMail, 'workspace_id' | 'mode' | 'id'>>(
  'outgoing_mail.find_lost',
  'the queue is shared by all tenants',
  `(select workspace_id, mode, id from outgoing_mail q
     where status = 'sending' and ${leftBehind('$1')}
     limit 500)
   union
   (select workspace_id, mode, id from outgoing_mail where status = 'queued' and expires_at <= now() limit 500)
   union
   (select q.workspace_id, q.mode, q.id from mailboxes_waiting() w
      cross join lateral (
        select o.workspace_id, o.mode, o.id from outgoing_mail o
         where o.workspace_id = w.workspace_id and o.mailbox_id = w.mailbox_id and o.due_at is not null
           and o.status in ('queued', 'unknown') limit 500) q
     where not exists (select from mailbox m where m.workspace_id = w.workspace_id and m.id = w.mailbox_id)
     limit 500)`,
);

/** A mail that is still lost once it is locked: its process may have been late, or another has recovered it. */
export const lockLost = tenantStatement<{ id: string }>(
  'outgoing_mail.lock_lost',
  `select id from outgoing_mail q
    where workspace_id = $1 and mode = $2 and id = $3
      and (status = 'sending' and ${leftBehind('$4')}
        or status = 'queued' and expires_at <= now()
        or status in ('queued', 'unknown') and due_at is not null
             and not exists (select from mailbox m where m.workspace_id = $1 and m.mode = $2 and m.id = q.mailbox_id))
      for update`,
);

export const lockMail = tenantStatement<OutgoingMailRow>(
  'outgoing_mail.lock',
  `${MAILS.select()} where workspace_id = $1 and mode = $2 and id = $3 for update`,
);

export const findMail = tenantStatement<OutgoingMailRow>(
  'outgoing_mail.find',
  `${MAILS.select()} where workspace_id = $1 and mode = $2 and id = $3`,
);

/** That of the lease `$4`, which is about to be handed over for `$5` milliseconds: from now on its outcome is unknown until it is stored. */
export const handOver = tenantStatement<{ id: string }>(
  'outgoing_mail.hand_over',
  `update outgoing_mail set handed_over_at = now(), due_at = now() + make_interval(secs => $5::double precision / 1000)
    where workspace_id = $1 and mode = $2 and id = $3 and lease_token = $4 and status = 'sending' returning id`,
);

/** The last mail of a message: earlier ones are those that were sent before it was sent again. */
export const lockLastOfMessage = tenantStatement<OutgoingMailRow>(
  'outgoing_mail.lock_last_of_message',
  `${MAILS.select()} where workspace_id = $1 and mode = $2 and message_id = $3 order by id desc limit 1 for update`,
);

export const markErased = tenantStatement<never>(
  'outgoing_mail.mark_erased',
  'update outgoing_mail set is_erased = true where workspace_id = $1 and mode = $2 and message_id = $3',
);

/** Forgets who received a redacted message, of mails that nothing more is done for. */
export const eraseRecipients = tenantStatement<never>(
  'outgoing_mail.erase_recipients',
  `update outgoing_mail set recipients = '[]', blind = '{}', error = null
    where workspace_id = $1 and mode = $2 and message_id = $3 and is_erased and due_at is null`,
);

/** What is being sent goes on: its process finds no row to store the result in. */
export const deleteOfConversation = tenantStatement<never>(
  'outgoing_mail.delete_of_conversation',
  `with mails as (
     delete from outgoing_mail where workspace_id = $1 and mode = $2 and conversation_id = $3),
   addresses as (
     delete from reply_address where workspace_id = $1 and mode = $2 and conversation_id = $3)
   delete from thread_reference where workspace_id = $1 and mode = $2 and conversation_id = $3`,
);

/** Mails of a message whose outcome is unknown are not sent once more, whatever their processes may still find out. */
export const endRetries = tenantStatement<never>(
  'outgoing_mail.end_retries',
  `update outgoing_mail set due_at = null, lease_token = null
    where workspace_id = $1 and mode = $2 and message_id = $3 and status = 'unknown'`,
);

/** The mail that comes next in a conversation is due, if it has waited for the one before it. */
export const unblockNext = tenantStatement<never>(
  'outgoing_mail.unblock_next',
  `update outgoing_mail set is_blocked = false, due_at = now()
    where workspace_id = $1 and mode = $2 and is_blocked and status = 'queued' and id = (
      select id from outgoing_mail
       where workspace_id = $1 and mode = $2 and conversation_id = $3 and number > $4 and status = 'queued'
       order by number limit 1)`,
);

/** Has the Message-IDs of messages lead to the conversation `$5`, which they were moved into from `$4`. */
export const moveReferences = tenantStatement<never>(
  'thread_reference.move',
  `update thread_reference set conversation_id = $5
    where workspace_id = $1 and mode = $2 and conversation_id = $4 and message_id = any($3::uuid[])`,
);

export const addReference = tenantStatement<never>(
  'thread_reference.add',
  `insert into thread_reference (workspace_id, mode, key, conversation_id, message_id, created_at)
   values ($1, $2, $3, $4, $5, now()) on conflict (workspace_id, mode, key) do nothing`,
);

/** The token of a conversation that has none yet: the given one, unless another mail has added one meanwhile. */
export const findOrAddToken = tenantStatement<{ token: string }>(
  'reply_address.find_or_add',
  `insert into reply_address as a (workspace_id, mode, token, conversation_id, created_at) values ($1, $2, $3, $4, now())
   on conflict (workspace_id, mode, conversation_id) do update set token = a.token returning token`,
);

/** Mails that somebody has or may have, whatever became of their other recipients. */
const HAS_LEFT = `jsonb_path_exists(recipients,
  '$[*] ? (@.status == "sent" || @.status == "delivered" || @.status == "unknown" || @.status == "bounced")')`;

/** What became of the acknowledgement of a mail, unless that is forgotten. */
export const storeAcknowledgement = tenantStatement<never>(
  'incoming_mail.store_acknowledgement',
  `update incoming_mail set acknowledgement = $4::jsonb, version = version + 1, updated_at = now()
    where workspace_id = $1 and mode = $2 and message_id = $3 and not is_forgotten`,
);

/** What a mail depends on beside its message. */
export interface Surroundings {
  /** Keys of addresses to which no mail is sent. */
  suppressed: string[];
  /** Message-IDs of the mails of the conversation that left before, oldest first: its root and its last ones. */
  earlier: string[];
  /** Token of the conversation, if it has one. */
  token: string | null;
}

/** What a mail to the addresses `$5` depends on, of conversation `$3` before the message with number `$4`. */
export const findSurroundings = tenantStatement<Surroundings>(
  'outgoing_mail.find_surroundings',
  `with left_before as (
     select mail_id, number from outgoing_mail
      where workspace_id = $1 and mode = $2 and conversation_id = $3 and number < $4 and ${HAS_LEFT}),
   known as (
     (select mail_id, number from left_before order by number limit 1)
     union
     (select mail_id, number from left_before order by number desc limit 11))
   select array(select mail_id from known order by number) as earlier,
          array(select address_key from suppression
            where workspace_id = $1 and mode = $2 and address_key = any($5::text[]) and reason <> 'complained'
              and (expires_at is null or expires_at > now())) as suppressed,
          (select token from reply_address where workspace_id = $1 and mode = $2 and conversation_id = $3) as token`,
);

export const suppressBounced = tenantStatement<never>(
  'suppression.add_bounced',
  `insert into suppression (workspace_id, mode, id, version, address, address_key, reason, expires_at, created_at, updated_at)
   values ($1, $2, $3, 1, $4, $5, 'bounced', now() + interval '90 days', now(), now())
   on conflict (workspace_id, mode, address_key) do nothing`,
);

/** How a mailbox has fared: `$4` its failures in a row, `$5` milliseconds for which it pauses. */
export const storeActivity = tenantStatement<never>(
  'mailbox_activity.store',
  `insert into mailbox_activity as a (workspace_id, mode, mailbox_id, failures, paused_until)
   values ($1, $2, $3, $4, now() + make_interval(secs => $5::double precision / 1000))
   on conflict (workspace_id, mode, mailbox_id) do update
     set failures = excluded.failures, paused_until = excluded.paused_until`,
);

interface Activity {
  failures: number;
  paused_until: Date;
  last_sent_at: Date | null;
}

export const findActivity = tenantStatement<Activity>(
  'mailbox_activity.find',
  `select failures, paused_until, last_sent_at from mailbox_activity where workspace_id = $1 and mode = $2 and mailbox_id = $3`,
);

export const lockActivity = tenantStatement<Activity>(
  'mailbox_activity.lock',
  `${findActivity.text} for update`,
);

export const noteSent = tenantStatement<never>(
  'mailbox_activity.note_sent',
  `update mailbox_activity set last_sent_at = now()
    where workspace_id = $1 and mode = $2 and mailbox_id = $3`,
);

export const queueStatistics = systemStatement<{
  waiting: number;
  oldest_due_at: Date | null;
  disconnected: number;
}>(
  'outgoing_mail.statistics',
  'metrics cover the whole installation',
  `select count(*)::int as waiting, min(q.due_at) as oldest_due_at,
          (select count(*)::int from mailbox where status = 'disconnected') as disconnected
     from outgoing_mail q
     join mailbox m on m.workspace_id = q.workspace_id and m.mode = q.mode and m.id = q.mailbox_id
     left join mailbox_activity a on a.workspace_id = m.workspace_id and a.mode = m.mode and a.mailbox_id = m.id
    where q.due_at <= now() and q.status = 'queued' and (m.status = 'connected' or m.status_reason ->> 'affects' = 'receiving')
      and coalesce(a.limited_until, now()) <= now() and coalesce(a.paused_until, now()) <= now()
      and (m.per_day is null or a.day_began_at is null or a.day_began_at <= now() - interval '1 day'
        or a.sent_in_day < m.per_day)`,
);
