import { Injectable } from '@nestjs/common';
import {
  countedBatch,
  ERASE_BATCH,
  ServiceErasure,
  workspaceStatement,
  type Erasure,
  type ErasureStep,
} from '@parley/persistence';

/** Requests that had begun before write for up to 45 s; what is written later is not about the person. */
const BEGUN_BEFORE = `$4::timestamptz + interval '1 minute'`;

/** All messages, because those of users address and describe the contact. */
const redactMessages = workspaceStatement<{ erased: 1 }>(
  'message.redact_of_contact',
  `update message set body = '', redacted_at = now(), version = version + 1, updated_at = now()
    where workspace_id = $1 and mode = $2 and id in (
      select m.id from conversation c
        join message m on m.workspace_id = $1 and m.mode = $2 and m.conversation_id = c.id
       where c.workspace_id = $1 and c.mode = $2 and c.contact_id = $3 and m.redacted_at is null
         and m.created_at < ${BEGUN_BEFORE}
       limit ${ERASE_BATCH})
   returning 1 as erased`,
);

const clearConversations = workspaceStatement<{ erased: 1 }>(
  'conversation.clear_of_contact',
  `update conversation set subject = null, custom_fields = '{}', version = version + 1, updated_at = now()
    where workspace_id = $1 and mode = $2 and id in (
      select id from conversation
       where workspace_id = $1 and mode = $2 and contact_id = $3 and created_at < ${BEGUN_BEFORE}
         and (subject is not null or custom_fields <> '{}')
       limit ${ERASE_BATCH} for update)
   returning 1 as erased`,
);

/** Removes the texts of the conversations of an erased contact; its name goes with `contact.deleted`. */
@Injectable()
export class ConversationErasure extends ServiceErasure {
  override steps(kind: Erasure['kind']): readonly ErasureStep[] {
    if (kind !== 'contact') return [];
    return [redactMessages, clearConversations].map(
      (statement): ErasureStep =>
        async (tx, { mode, subjectId, requestedAt }) =>
          countedBatch(await tx.query(statement, [mode, subjectId, requestedAt])),
    );
  }
}
