import { z } from 'zod';
import { ConversationParams } from '../conversation/conversation.operations.ts';
import { component } from '../documented.ts';
import { idOf } from '../id.ts';
import { defineOperation } from '../operation.ts';
import { Timestamp } from '../schema.ts';

/** After which a presence that is not reported again has ended. */
export const PRESENCE_SECONDS = 15;

const PresenceState = z.enum(['viewing', 'composing']).meta({
  id: 'PresenceState',
  description: 'What the user does in the conversation: reads it, or writes a message',
});

/** The data of a message named `presence` of the event stream. */
export const Presence = component('Presence', 'A user in a conversation', {
  conversation_id: idOf('conversation'),
  user_id: idOf('user'),
  state: PresenceState,
  expires_at: Timestamp.describe('Time at which it ends, unless the user is reported again'),
});
export type Presence = z.output<typeof Presence>;

export const reportPresence = defineOperation({
  id: 'presence.report',
  route: 'POST /v1/conversations/{conversation_id}/presence',
  scope: 'conversations:read',
  summary: 'Report presence in a conversation',
  description:
    `Says for ${PRESENCE_SECONDS} seconds that the user of the credential reads the conversation or writes in it. Event streams with ` +
    '`presence=true` tell it; nothing else does, and no event is logged. A client repeats it every 10 seconds while it lasts.',
  params: ConversationParams,
  body: z.object({ state: PresenceState }),
  response: Presence,
});
