import { z } from 'zod';
import { idOf } from '../id.ts';
import { defineCommand } from '../operation.ts';
import { Email, text } from '../schema.ts';
import { UserRole, UserStatus } from './user.operations.ts';

export const createUser = defineCommand({
  id: 'user.provision',
  command: 'user:create',
  summary: 'Create a user in a workspace, and the team if it does not exist',
  input: z.object({
    workspace: idOf('workspace'),
    email: Email,
    name: text(255),
    role: UserRole.default('agent'),
    status: UserStatus.default('active'),
    team: text(255).optional(),
  }),
  output: z.object({ id: idOf('user'), password: z.string() }),
});

export const resetPassword = defineCommand({
  command: 'user:reset-password',
  summary: 'Set a new password for a user, printed only once, and end their sessions',
  input: z.object({
    id: idOf('user').optional(),
    email: Email.optional(),
    workspace: idOf('workspace').optional(),
  }),
  output: z.object({ id: idOf('user'), email: z.string(), password: z.string() }),
});

export const overrideUser = defineCommand({
  id: 'user.override',
  command: 'user:update',
  summary: 'Change the role or status of a user',
  input: z.object({ id: idOf('user'), role: UserRole.optional(), status: UserStatus.optional() }),
  output: z.object({ id: idOf('user'), role: UserRole, status: UserStatus }),
});
