import { Injectable } from '@nestjs/common';
import {
  deleteFilesOfMessages,
  encodeId,
  findConversationsOfContact,
  findMessagesOfContact,
  uuidOf,
} from '@parley/contracts';
import {
  emailHash,
  ServiceErasure,
  workspaceStatement,
  type Erasure,
  type ErasureStep,
  type ErasureSteps,
} from '@parley/persistence';
import { Rpc } from '@parley/rpc';
import { inTenant } from '@parley/runtime/context';
import { NIL_UUID } from '@parley/runtime/records';
import { eraseSubmissions, findPageToErase } from './forms/submissions.queries.ts';
import { FORGOTTEN } from './incoming/incoming-mails.queries.ts';

const PAGE = 500;

/** The next mails after `$3` that name their recipients. */
const findPage = workspaceStatement<{ id: string; conversation_id: string }>(
  'outgoing_mail.page_to_erase',
  `select id, conversation_id from outgoing_mail
    where workspace_id = $1 and mode = $2 and id > $3::uuid and (recipients <> '[]' or blind <> '{}' or error is not null)
    order by id limit ${PAGE}`,
);

/** Their sources are deleted too. What waits is not sent any more; what is being sent is forgotten when it ends. */
const eraseOfConversations = workspaceStatement<{ message_id: string }>(
  'outgoing_mail.erase_of_conversations',
  `update outgoing_mail set is_erased = true,
          status = case status when 'queued' then 'cancelled' else status end,
          due_at = case when status = 'sending' then due_at end,
          recipients = case when status = 'sending' then recipients else '[]' end,
          blind = case when status = 'sending' then blind else '{}' end,
          error = case when status = 'sending' then error end
    where workspace_id = $1 and mode = $2 and id = any($3::uuid[]) and conversation_id = any($4::uuid[])
   returning message_id`,
);

/** The next mails after `$3` that name their sender and became messages. */
const findIncomingPage = workspaceStatement<{ id: string; message_id: string }>(
  'incoming_mail.page_to_erase',
  `select id, message_id from incoming_mail
    where workspace_id = $1 and mode = $2 and id > $3::uuid and not is_forgotten and conversation_id is not null
    order by id limit ${PAGE}`,
);

const eraseIncoming = workspaceStatement<{ message_id: string }>(
  'incoming_mail.erase',
  `update incoming_mail set ${FORGOTTEN}
    where workspace_id = $1 and mode = $2 and message_id = any($3::uuid[]) returning message_id`,
);

/** The next mails after `$3`, stored before `$4`, that are no messages: those in quarantine, and others that nothing became of. */
const findUndeliveredPage = workspaceStatement<{ id: string; address: string | null }>(
  'incoming_mail.undelivered_page_to_erase',
  `select id, coalesce(sender ->> 'address', envelope ->> 'from') as address from incoming_mail
    where workspace_id = $1 and mode = $2 and id > $3::uuid and not is_forgotten and status not in ('stored', 'importing', 'delivered')
      and created_at < $4
    order by id limit ${PAGE}`,
);

/** Those of them that nobody has released meanwhile. */
const eraseUndelivered = workspaceStatement<{ message_id: string }>(
  'incoming_mail.erase_undelivered',
  `update incoming_mail set status = case status when 'ignored' then status else 'discarded' end, ${FORGOTTEN}
    where workspace_id = $1 and mode = $2 and id = any($3::uuid[]) and status not in ('stored', 'importing', 'delivered')
   returning message_id`,
);

@Injectable()
export class MailErasure extends ServiceErasure {
  override readonly settings = [
    'contact_form',
    'mailbox',
    'mailbox_address',
    'mailbox_receiver',
    'mailbox_activity',
    'mailbox_probe',
    'mailbox_import',
    'graph_inbox',
    'imap_folder',
    'fetching_lease',
    'sending_domain',
    'suppression',
    'sender_rule',
  ];

  constructor(private readonly rpc: Rpc) {
    super();
  }

  override steps(type: Erasure['type']): ErasureSteps {
    if (type !== 'contact') return {};
    return {
      submissions: this.#eraseSubmissions,
      recipients: this.#eraseRecipients,
      incoming_mails: this.#eraseIncoming,
      undelivered_mails: this.#eraseUndelivered,
    };
  }

  /** Submissions with the address of the contact, which belong to nobody until they are messages. */
  readonly #eraseSubmissions: ErasureStep = async (tx, { mode, emailHash: hash, requestedAt }, position) => {
    if (hash === null) return { erased: 0, next: null };
    const page = await tx.query(findPageToErase, [
      mode,
      position === '' ? NIL_UUID : position,
      PAGE,
      requestedAt,
    ]);
    const own = page.filter(({ address }) => emailHash(address).equals(hash)).map(({ id }) => id);
    const erased = own.length === 0 ? [] : await tx.query(eraseSubmissions, [mode, own]);
    return { erased: erased.length, next: page.length < PAGE ? null : (page.at(-1)?.id ?? null) };
  };

  /** The conversation service knows whose conversations they are, also after the contact was deleted. */
  readonly #eraseRecipients: ErasureStep = async (tx, { workspaceId, mode, subjectId }, position) => {
    const page = await tx.query(findPage, [mode, position === '' ? NIL_UUID : position]);
    const ids = [...new Set(page.map(({ conversation_id: id }) => id))];
    const tenant = inTenant(tx.ctx, workspaceId, mode ?? 'live');
    const own =
      ids.length === 0
        ? []
        : await this.rpc.call(findConversationsOfContact, tenant, {
            contact_id: encodeId('contact', subjectId),
            ids: ids.map((id) => encodeId('conversation', id)),
          });
    const owned = new Set<string>(own);
    const uuids = ids.filter((id) => owned.has(encodeId('conversation', id)));
    const erased = await tx.query(eraseOfConversations, [mode, page.map(({ id }) => id), uuids]);
    const messages = [...new Set(erased.map(({ message_id: id }) => encodeId('message', id)))];
    if (messages.length > 0) await this.rpc.call(deleteFilesOfMessages, tenant, { message_ids: messages });
    return { erased: erased.length, next: page.length < PAGE ? null : (page.at(-1)?.id ?? null) };
  };

  /** Mails that the contact has sent, also into conversations of others, and those in its own. */
  readonly #eraseIncoming: ErasureStep = async (tx, { workspaceId, mode, subjectId }, position) => {
    const page = await tx.query(findIncomingPage, [mode, position === '' ? NIL_UUID : position]);
    const tenant = inTenant(tx.ctx, workspaceId, mode ?? 'live');
    const own =
      page.length === 0
        ? []
        : await this.rpc.call(findMessagesOfContact, tenant, {
            contact_id: encodeId('contact', subjectId),
            ids: page.map(({ message_id: id }) => encodeId('message', id)),
          });
    if (own.length > 0) {
      await tx.query(eraseIncoming, [mode, own.map((id) => uuidOf('message', id))]);
      await this.rpc.call(deleteFilesOfMessages, tenant, { message_ids: own });
    }
    return { erased: own.length, next: page.length < PAGE ? null : (page.at(-1)?.id ?? null) };
  };

  /** Mails from the address of the contact that are no messages, so that nobody but their sender tells whose they are. */
  readonly #eraseUndelivered: ErasureStep = async (tx, erasure, position) => {
    const { workspaceId, mode, emailHash: hash, requestedAt } = erasure;
    if (hash === null) return { erased: 0, next: null };
    const page = await tx.query(findUndeliveredPage, [
      mode,
      position === '' ? NIL_UUID : position,
      requestedAt,
    ]);
    const own = page.filter(({ address }) => address !== null && emailHash(address).equals(hash));
    const erased = await tx.query(eraseUndelivered, [mode, own.map(({ id }) => id)]);
    const messages = erased.map(({ message_id: id }) => encodeId('message', id));
    const tenant = inTenant(tx.ctx, workspaceId, mode ?? 'live');
    if (messages.length > 0) await this.rpc.call(deleteFilesOfMessages, tenant, { message_ids: messages });
    return { erased: erased.length, next: page.length < PAGE ? null : (page.at(-1)?.id ?? null) };
  };
}
