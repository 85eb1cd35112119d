import { z } from 'zod';
import { string } from '../documented.ts';
import { idOf } from '../id.ts';
import { noContent } from '../operation.ts';
import { CreatedAt, Email, Timestamp } from '../schema.ts';
import { Mailed, UserRole } from '../user/user.operations.ts';
import { defineConsoleOperation } from './console-operation.ts';

export const Invitation = z.object({
  id: idOf('invitation'),
  email: string('E-mail address that the new user will have'),
  role: UserRole.describe('Role that the new user will have'),
  invited_by: z.object({ id: idOf('user'), name: z.string() }),
  created_at: CreatedAt,
  expires_at: Timestamp.describe('Time at which the link ends, seven days after its creation'),
});
export type Invitation = z.output<typeof Invitation>;

export const listInvitations = defineConsoleOperation({
  id: 'invitation.list',
  route: 'GET /invitations',
  roles: ['admin'],
  summary: 'List the open invitations, newest first',
  description: 'Without those that were accepted or revoked, or have expired.',
  response: z.array(Invitation),
});

export const createInvitation = defineConsoleOperation({
  id: 'invitation.create',
  route: 'POST /invitations',
  status: 201,
  roles: ['admin'],
  summary: 'Invite a person by a link, which works once and is shown only once',
  description:
    'The link is mailed where the installation sends such mails; otherwise pass it on. An open invitation of the same address is replaced, and its link ends. 422 ' +
    '`duplicate_value` with param `email` if a user of the workspace has the address, active or not.',
  body: z.object({ email: Email, role: UserRole.default('agent') }),
  response: Invitation.extend({ url: string('The link, returned only here'), mailed: Mailed }),
});

export const revokeInvitation = defineConsoleOperation({
  id: 'invitation.revoke',
  route: 'DELETE /invitations/{invitation_id}',
  roles: ['admin'],
  summary: 'Revoke an open invitation: its link ends immediately',
  params: z.object({ invitation_id: idOf('invitation') }),
  response: noContent,
});

export const createPasswordReset = defineConsoleOperation({
  id: 'password_reset.create',
  route: 'POST /members/{user_id}/password-reset',
  status: 201,
  roles: ['admin'],
  summary: 'Create a link by which a member chooses a new password; it works once and is shown only once',
  description:
    'No mail is sent: pass the link on. The present password works until the link is used; then all sessions of the member ' +
    'end. An invited member becomes active by it, within seven days. A new link ends the one before. 422 `invalid_parameter` for an inactive member, and for ' +
    'yourself: change your own password in the profile.',
  params: z.object({ user_id: idOf('user') }),
  response: z.object({
    url: string('The link, returned only here'),
    expires_at: Timestamp.describe(
      'Time at which the link ends, 24 hours after its creation, or seven days for an invited member',
    ),
  }),
});
