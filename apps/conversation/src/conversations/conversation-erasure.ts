import { Injectable } from '@nestjs/common';
import { deleteFilesOfMessages, encodeId } from '@parley/contracts';
import { inTenant } from '@parley/runtime/context';
import {
  countedBatch,
  ERASE_BATCH,
  ServiceErasure,
  workspaceStatement,
  type Erasure,
  type ErasureStep,
  type ErasureSteps,
  type Statement,
} from '@parley/persistence';
import { Rpc } from '@parley/rpc';
import { NIL_UUID } from '@parley/runtime/records';

/** Each may have several files, which the file service deletes in one transaction. */
const MESSAGES_PER_CALL = 50;

/** Requests that had begun before write for up to 45 s; what is written later is not about the person. */
const BEGUN_BEFORE = `$4::timestamptz + interval '1 minute'`;

const findMessagesWithFiles = workspaceStatement<{ id: string }>(
  'message.find_with_files_of_contact',
  `select m.id from conversation c
     join message m on m.workspace_id = $1 and m.mode = $2 and m.conversation_id = c.id
    where c.workspace_id = $1 and c.mode = $2 and c.contact_id = $3 and m.attachments <> '[]'
      and m.created_at < ${BEGUN_BEFORE}
    limit ${ERASE_BATCH}`,
);

const clearAttachments = workspaceStatement<never>(
  'message.clear_attachments',
  `update message set attachments = '[]', version = version + 1, updated_at = now()
    where workspace_id = $1 and mode = $2 and id = any($3::uuid[])`,
);

/** What names people beside the text: addresses, the HTML, ids of channels that contain phone numbers, and what servers answered. */
const ANONYMOUS = `body = '', quoted_body = null, email = null, html = null, external_key = null,
      delivery = case jsonb_typeof(delivery) when 'object' then delivery || '{"error": null, "recipients": []}' end`;

/** All messages, because those of users address and describe the contact. */
const redactMessages = workspaceStatement<{ erased: 1 }>(
  'message.redact_of_contact',
  `update message set ${ANONYMOUS}, redacted_at = now(), version = version + 1, updated_at = now()
    where workspace_id = $1 and mode = $2 and id in (
      select m.id from conversation c
        join message m on m.workspace_id = $1 and m.mode = $2 and m.conversation_id = c.id
       where c.workspace_id = $1 and c.mode = $2 and c.contact_id = $3 and m.redacted_at is null
         and m.created_at < ${BEGUN_BEFORE}
       limit ${ERASE_BATCH})
   returning 1 as erased`,
);

/** Messages that are looked at together: no index finds those that a contact has written. */
const PAGE = 5_000;
/** Messages that the contact wrote, among the next ones after `$5`: those of conversations that have another contact by now. */
const findWritten = workspaceStatement<{ read: number; last: string; ids: string[]; with_files: string[] }>(
  'message.find_written_by_contact',
  `with page as materialized (
     select id, author_type, author_id, attachments, redacted_at, created_at from message
      where workspace_id = $1 and mode = $2 and id > $5::uuid order by id limit ${PAGE}),
   written as materialized (
     select id, attachments from page
      where author_type = 'contact' and author_id = $3 and (redacted_at is null or attachments <> '[]')
        and created_at < ${BEGUN_BEFORE})
   select (select count(*)::int from page) as read, id::text as last, array(select id::text from written) as ids,
          array(select id::text from written where attachments <> '[]') as with_files
     from page order by page.id desc limit 1`,
);

const redactWritten = workspaceStatement<never>(
  'message.redact_written_by_contact',
  `update message set ${ANONYMOUS}, redacted_at = coalesce(redacted_at, now()), version = version + 1, updated_at = now()
    where workspace_id = $1 and mode = $2 and id = any($3::uuid[])`,
);

const clearConversations = workspaceStatement<{ erased: 1 }>(
  'conversation.clear_of_contact',
  `update conversation set subject = null, custom_fields = '{}', external_key = null, participants = '[]', version = version + 1, updated_at = now()
    where workspace_id = $1 and mode = $2 and id in (
      select id from conversation
       where workspace_id = $1 and mode = $2 and contact_id = $3 and created_at < ${BEGUN_BEFORE}
         and (subject is not null or custom_fields <> '{}' or external_key is not null
              or participants <> '[]')
       limit ${ERASE_BATCH} for update)
   returning 1 as erased`,
);

/** Those that were merged into others, which nobody sees unless the merge is undone. */
const clearMerged = workspaceStatement<{ erased: 1 }>(
  'merged_conversation.clear_of_contact',
  `update merged_conversation set gained = gained || '{"custom_fields": {}}', record = record
       || '{"subject": null, "custom_fields": {}, "external_key": null, "participants": []}'
    where workspace_id = $1 and mode = $2 and id in (
      select id from merged_conversation
       where workspace_id = $1 and mode = $2 and contact_id = $3
         and (record->>'created_at')::timestamptz < ${BEGUN_BEFORE}
         and (record->>'subject' is not null or record->>'external_key' is not null or record->'custom_fields' <> '{}'
              or record->'participants' <> '[]' or gained->'custom_fields' <> '{}')
       limit ${ERASE_BATCH} for update)
   returning 1 as erased`,
);

/** Those of all users, because they are about the person. */
const removeDrafts = workspaceStatement<{ erased: 1 }>(
  'draft.remove_of_contact',
  `delete from draft where workspace_id = $1 and mode = $2 and id in (
      select d.id from conversation c
        join draft d on d.workspace_id = $1 and d.mode = $2 and d.conversation_id = c.id
       where c.workspace_id = $1 and c.mode = $2 and c.contact_id = $3 and d.created_at < ${BEGUN_BEFORE}
       limit ${ERASE_BATCH})
   returning 1 as erased`,
);

/** Removes the texts and the files of the conversations of an erased contact; its name goes with `contact.deleted`. */
@Injectable()
export class ConversationErasure extends ServiceErasure {
  constructor(private readonly rpc: Rpc) {
    super();
  }

  /** What an admin has set up for test mode stays, as mailboxes do in their service. */
  override readonly settings = ['connection', 'mailbox_projection'];

  override steps(type: Erasure['type']): ErasureSteps {
    if (type !== 'contact') return {};
    return {
      files: this.#deleteFiles,
      messages: counted(redactMessages),
      written_messages: this.#redactWritten,
      drafts: counted(removeDrafts),
      conversations: counted(clearConversations),
      merged_conversations: counted(clearMerged),
    };
  }

  /** Their messages name the files: first the files go, then their names. */
  readonly #deleteFiles: ErasureStep = async (tx, erasure) => {
    const { mode, subjectId, requestedAt } = erasure;
    const found = await tx.query(findMessagesWithFiles, [mode, subjectId, requestedAt]);
    await this.#deleteFilesOf(
      tx,
      erasure,
      found.map(({ id }) => id),
    );
    // The messages are counted when they are redacted.
    return { ...countedBatch(found), erased: 0 };
  };

  readonly #redactWritten: ErasureStep = async (tx, erasure, position) => {
    const { mode, subjectId, requestedAt } = erasure;
    const page = await tx.one(findWritten, [mode, subjectId, requestedAt, position || NIL_UUID]);
    if (page === undefined) return { erased: 0, next: null };
    await this.#deleteFilesOf(tx, erasure, page.with_files);
    await tx.query(redactWritten, [mode, page.ids]);
    return { erased: page.ids.length, next: page.read < PAGE ? null : page.last };
  };

  async #deleteFilesOf(tx: ErasureTransaction, { workspaceId, mode }: Erasure, ids: readonly string[]) {
    const tenant = inTenant(tx.ctx, workspaceId, mode ?? 'live');
    for (let from = 0; from < ids.length; from += MESSAGES_PER_CALL) {
      const messages = ids.slice(from, from + MESSAGES_PER_CALL);
      await this.rpc.call(deleteFilesOfMessages, tenant, {
        message_ids: messages.map((id) => encodeId('message', id)),
      });
    }
    await tx.query(clearAttachments, [mode, ids]);
  }
}

type ErasureTransaction = Parameters<ErasureStep>[0];

const counted =
  (statement: Statement<{ erased: 1 }, 'workspace'>): ErasureStep =>
  async (tx, { mode, subjectId, requestedAt }) =>
    countedBatch(await tx.query(statement, [mode, subjectId, requestedAt]));
