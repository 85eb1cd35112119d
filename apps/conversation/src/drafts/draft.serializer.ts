import { encodeId, type Draft } from '@parley/contracts';
import { versioned } from '@parley/runtime/records';
import type { DraftRow } from './draft.entity.ts';

export function toDraft(row: DraftRow): Draft {
  return versioned(row.version, {
    id: encodeId('conversation', row.conversation_id),
    user_id: encodeId('user', row.user_id),
    type: row.type,
    body: row.body,
    email: row.email,
    attachments: row.attachments,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  });
}
