import { z } from 'zod';
import { defineTenantCall } from '../call.ts';
import { idOf } from '../id.ts';
import { MailContent } from '../message/message.schema.ts';

export const findExistingIncomingMails = defineTenantCall({
  id: 'incoming_mail.find_existing',
  summary: 'Those of the messages whose mails have a source, whether they are messages or may become any',
  input: z.object({ message_ids: z.array(idOf('message')) }),
  output: z.array(idOf('message')),
});

export const readIncomingContent = defineTenantCall({
  id: 'incoming_mail.read_content',
  summary: 'The headers of the mail that is a message, with links to its files; null without one',
  input: z.object({ message_id: idOf('message') }),
  output: MailContent.nullable(),
});
