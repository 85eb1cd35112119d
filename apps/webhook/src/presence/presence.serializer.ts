import { encodeId, type Presence } from '@parley/contracts';
import type { PresenceRow } from './presence.queries.ts';

export const toPresence = (row: PresenceRow): Presence => ({
  conversation_id: encodeId('conversation', row.conversation_id),
  user_id: encodeId('user', row.user_id),
  state: row.state,
  expires_at: row.expires_at.toISOString(),
});
