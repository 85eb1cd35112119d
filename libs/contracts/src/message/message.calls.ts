import { z } from 'zod';
import { idOf } from '../id.ts';
import { defineTenantCall } from '../call.ts';

export const findExistingMessages = defineTenantCall({
  id: 'message.find_existing',
  summary: 'The ids of those messages that exist and are not redacted',
  input: z.object({ ids: z.array(idOf('message')) }),
  output: z.array(idOf('message')),
});
