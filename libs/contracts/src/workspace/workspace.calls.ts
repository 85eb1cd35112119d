import { z } from 'zod';
import { defineCall } from '../call.ts';
import { idOf } from '../id.ts';
import { Plan } from '../identity/identity.commands.ts';
import { Country } from './locale.ts';

export const lookUpWorkspace = defineCall({
  id: 'workspace.look_up',
  summary: 'Retrieve a workspace for another service',
  input: z.object({ workspaceId: idOf('workspace') }),
  output: z
    .object({
      id: idOf('workspace'),
      name: z.string(),
      plan: Plan,
      country: Country.nullable(),
      /** Absent in answers of a service that is older than it. */
      time_zone: z.string().optional(),
    })
    .nullable(),
});

export const touchWorkspace = defineCall({
  id: 'workspace.touch',
  summary: 'Give a workspace a new version after another service has changed a setting of it',
  input: z.object({ workspaceId: idOf('workspace') }),
  output: z.null(),
});
