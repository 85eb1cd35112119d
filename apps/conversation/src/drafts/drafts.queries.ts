import { Selection, tenantStatement } from '@parley/persistence';
import { DraftRow } from './draft.entity.ts';

const DRAFTS = Selection.of(DraftRow);

export const findDraft = tenantStatement<DraftRow>(
  'draft.find',
  `${DRAFTS.select()} where workspace_id = $1 and mode = $2 and id = $3`,
);

export const lockDraft = tenantStatement<DraftRow>('draft.lock', `${findDraft.text} for update`);

/** Keeps a conversation from being deleted, and nothing else from changing it. */
export const holdConversation = tenantStatement<{ id: string }>(
  'draft.hold_conversation',
  'select id from conversation where workspace_id = $1 and mode = $2 and id = $3 for key share',
);

/** The draft `$3`, if it is of the type `$4` of a message that was written. */
export const removeWritten = tenantStatement<never>(
  'draft.remove_written',
  'delete from draft where workspace_id = $1 and mode = $2 and id = $3 and type = $4',
);

export const removeOfConversation = tenantStatement<never>(
  'draft.remove_of_conversation',
  'delete from draft where workspace_id = $1 and mode = $2 and conversation_id = $3',
);
