import { z } from 'zod';
import { string } from '../documented.ts';
import { idOf } from '../id.ts';
import { Timestamp } from '../schema.ts';
import { defineConsoleOperation } from './console-operation.ts';

export const createPasswordReset = defineConsoleOperation({
  id: 'password_reset.create',
  route: 'POST /members/{user_id}/password-reset',
  status: 201,
  roles: ['admin'],
  summary: 'Create a link by which a member chooses a new password; it works once and is shown only once',
  description:
    'No mail is sent: pass the link on. The present password works until the link is used; then all sessions of the member ' +
    'end. A new link ends the one before. 422 `invalid_parameter` for an inactive member, and for ' +
    'yourself: change your own password in the profile.',
  params: z.object({ user_id: idOf('user') }),
  response: z.object({
    url: string('The link, returned only here'),
    expires_at: Timestamp.describe('Time at which the link ends, 24 hours after its creation'),
  }),
});
