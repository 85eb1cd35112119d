import { z } from 'zod';
import { defineEvent } from '../event.ts';
import { idOf } from '../id.ts';

export const inboxDeleted = defineEvent({
  type: 'inbox.deleted',
  tenancy: 'workspace',
  audience: 'bus',
  summary: 'An inbox was deleted; `data` contains only its id',
  data: z.object({ id: idOf('inbox') }),
});
