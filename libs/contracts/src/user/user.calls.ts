import { z } from 'zod';
import { idOf } from '../id.ts';
import { defineCall } from '../call.ts';
import { User } from './user.operations.ts';

export const lookUpUser = defineCall({
  id: 'user.look_up',
  summary: 'Retrieve a user for a service that has no projection of it',
  input: z.object({ workspaceId: idOf('workspace'), userId: idOf('user') }),
  output: User.nullable(),
});
