import { z } from 'zod';
import { defineTenantCall } from '../call.ts';
import { idOf } from '../id.ts';
import { Mailbox } from './mailbox.schema.ts';

export const lookUpMailbox = defineTenantCall({
  id: 'mailbox.look_up',
  summary: 'Retrieve the mailbox of a conversation; null if its id is unknown',
  input: z.object({ id: idOf('mailbox') }),
  output: Mailbox.nullable(),
});
