import { defineEvent } from '../event.ts';
import { Message } from './message.schema.ts';

export const messageCreated = defineEvent({
  type: 'message.created',
  summary: 'A message was created; check `type` to tell internal notes apart',
  data: Message,
});

export const messageRedacted = defineEvent({
  type: 'message.redacted',
  summary: 'The text and the attachments of a message were removed; `data` contains the message without them',
  data: Message,
});
