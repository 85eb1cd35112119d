import { z } from 'zod';
import { defineTenantCall } from '../call.ts';
import { idOf } from '../id.ts';
import { MailContent } from '../message/message.schema.ts';

export const readOutgoingContent = defineTenantCall({
  id: 'outgoing_mail.read_content',
  summary:
    'The headers of the mail that a message was sent as last, with a link to its source; empty until it is composed',
  input: z.object({ message_id: idOf('message') }),
  output: MailContent,
});
