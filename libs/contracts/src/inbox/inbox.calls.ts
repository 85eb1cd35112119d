import { z } from 'zod';
import { idOf } from '../id.ts';
import { defineTenantCall } from '../call.ts';
import { Inbox } from './inbox.operations.ts';

export const lookUpInbox = defineTenantCall({
  id: 'inbox.look_up',
  summary: 'Retrieve the inbox of a conversation; null if its id is unknown',
  input: z.object({ id: idOf('inbox') }),
  output: Inbox.nullable(),
});
