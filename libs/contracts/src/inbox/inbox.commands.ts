import { z } from 'zod';
import { idOf } from '../id.ts';
import { defineCommand } from '../call.ts';
import { nameText } from '../schema.ts';

export const createInbox = defineCommand({
  id: 'inbox.provision',
  command: 'inbox:create',
  summary: 'Create an inbox for the live and test tickets of a workspace',
  input: z.object({ workspace: idOf('workspace'), name: nameText(255).describe('Name of the inbox') }),
  output: z.object({ id: idOf('inbox') }),
  example: { workspace: 'ws_01h2xcejqtf2nbrexx3vqjhp41', name: 'Support' },
});
