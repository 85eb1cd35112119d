import { z } from 'zod';
import { idOf } from '../id.ts';
import { defineCommand } from '../operation.ts';
import { text } from '../schema.ts';

export const createInbox = defineCommand({
  id: 'inbox.create',
  command: 'inbox:create',
  service: 'ticket',
  summary: 'Add an inbox to a workspace, for live and test tickets alike',
  input: z.object({ workspace: idOf('workspace'), name: text(255) }),
  output: z.object({ id: idOf('inbox') }),
});
