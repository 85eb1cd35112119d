import { defineEvent } from '../event.ts';
import { Message } from './message.schema.ts';

export const messageCreated = defineEvent({
  type: 'message.created',
  summary: 'A message was created; check `type` to tell internal notes apart',
  data: Message,
});
