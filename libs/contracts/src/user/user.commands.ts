import { z } from 'zod';
import { idOf } from '../id.ts';
import { defineCommand } from '../call.ts';
import { Email, nameText } from '../schema.ts';
import { UserRole, UserStatus } from './user.operations.ts';

/** What the operator gives a user, who needs no invitation. */
const AccountStatus = UserStatus.exclude(['invited']).describe(
  'Account status; inactive users cannot sign in or be assigned',
);

export const createUser = defineCommand({
  id: 'user.provision',
  command: 'user:create',
  summary: 'Create a user in a workspace, and the team if it does not exist',
  input: z.object({
    workspace: idOf('workspace'),
    email: Email.describe('E-mail address, with which the user signs in'),
    name: nameText(255).describe('Name of the user'),
    role: UserRole.default('agent'),
    status: AccountStatus.default('active'),
    team: nameText(255).optional().describe('Name of a team that the user joins'),
  }),
  output: z.object({ id: idOf('user'), password: z.string() }),
  example: {
    workspace: 'ws_01h2xcejqtf2nbrexx3vqjhp41',
    email: 'kim@acme.example',
    name: 'Kim',
    role: 'agent',
    team: 'Support',
  },
});

export const resetPassword = defineCommand({
  command: 'user:reset-password',
  summary: 'Set a new password for a user, printed only once, and end their sessions',
  input: z.object({
    id: idOf('user').optional(),
    email: Email.optional().describe('E-mail address of the user, instead of the id'),
    workspace: idOf('workspace')
      .optional()
      .describe('Id of the workspace, if users of several have the e-mail address'),
  }),
  output: z.object({ id: idOf('user'), email: z.string(), password: z.string() }),
  example: { email: 'kim@acme.example' },
});

export const overrideUser = defineCommand({
  id: 'user.override',
  command: 'user:update',
  summary: 'Change the role or status of a user',
  input: z.object({ id: idOf('user'), role: UserRole.optional(), status: AccountStatus.optional() }),
  output: z.object({ id: idOf('user'), role: UserRole, status: UserStatus }),
  example: { id: 'user_01h2xcejqtf2nbrexx3vqjhp41', role: 'viewer' },
});
