import { z } from 'zod';
import { idOf } from '../id.ts';
import { defineTenantCall } from '../call.ts';
import { StoredAttachment } from '../file/attachment.schema.ts';
import { Timestamp } from '../schema.ts';
import { MessageEmail } from './message.schema.ts';

export const findExistingMessages = defineTenantCall({
  id: 'message.find_existing',
  summary: 'The ids of those messages that exist and are not redacted',
  input: z.object({ ids: z.array(idOf('message')) }),
  output: z.array(idOf('message')),
});

/** What the mail of a message is composed of. Ids of messages that it answers are those of mails, which the mail service has. */
export const readOutgoingMessage = defineTenantCall({
  id: 'message.read_outgoing',
  summary:
    'The content of a message that leaves as a mail; null if it was redacted or deleted, or does not leave',
  input: z.object({ id: idOf('message') }),
  output: z
    .object({
      id: idOf('message'),
      conversation_id: idOf('conversation'),
      author_name: z.string().nullable(),
      text: z.string(),
      html: z.string().nullable(),
      email: MessageEmail,
      attachments: z.array(StoredAttachment),
      created_at: Timestamp,
    })
    .nullable(),
});
