import { defineEvent } from '../event.ts';
import { Message } from './message.schema.ts';

export const messageCreated = defineEvent({
  type: 'message.created',
  service: 'conversation',
  subject: 'message',
  audience: 'webhook',
  summary: 'A new message; notes are told by their type',
  data: Message,
});
