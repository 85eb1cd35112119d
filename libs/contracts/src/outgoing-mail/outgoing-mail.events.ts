import { z } from 'zod';
import { defineEvent } from '../event.ts';
import { idOf } from '../id.ts';
import { MessageDelivery } from '../message/message.schema.ts';

/** The conversation service owns messages, and so shows this on them and emits `message.delivery_updated`. */
export const outgoingMailUpdated = defineEvent({
  type: 'outgoing_mail.updated',
  audience: 'bus',
  summary: 'The sending of a message by mail has made progress',
  data: z.object({
    id: idOf('outgoing_mail'),
    conversation_id: idOf('conversation'),
    message_id: idOf('message'),
    number: z
      .int()
      .positive()
      .describe(
        'That of the `message.send_requested` which the mail is of: what came of an earlier one changes nothing',
      ),
    delivery: MessageDelivery,
  }),
});
