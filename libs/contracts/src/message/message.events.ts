import { z } from 'zod';
import { defineEvent } from '../event.ts';
import { idOf } from '../id.ts';
import { Message } from './message.schema.ts';

export const messageCreated = defineEvent({
  type: 'message.created',
  summary: 'A message was created; check `type` to tell internal notes apart',
  data: Message,
});

export const messageUpdated = defineEvent({
  type: 'message.updated',
  summary: 'The text of an internal note was changed; `previous` contains the former one',
  data: Message,
});

export const messageRedacted = defineEvent({
  type: 'message.redacted',
  summary: 'The text and the attachments of a message were removed; `data` contains the message without them',
  data: Message,
});

export const messageDeliveryUpdated = defineEvent({
  type: 'message.delivery_updated',
  summary: 'The sending of a message has made progress; `previous` contains the former `delivery`',
  data: Message,
});

/**
 * A request to the mail service: with the creation of a message that leaves through a mailbox, and each time that it is to be sent again.
 * A later one ends what an earlier one of the same message has begun.
 */
export const messageSendRequested = defineEvent({
  type: 'message.send_requested',
  audience: 'bus',
  summary: 'A message is to leave through a mailbox',
  data: z.object({
    id: idOf('message'),
    conversation_id: idOf('conversation'),
    mailbox_id: idOf('mailbox'),
    number: z
      .int()
      .positive()
      .describe('Place among the requests of its conversation: 1, 2, 3, …, without gaps'),
    recipients: z
      .array(z.string().meta({ examples: ['dana@example.com'] }))
      .describe('Addresses of the recipients, those of copies included'),
  }),
});
