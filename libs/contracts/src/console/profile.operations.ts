import { z } from 'zod';
import { User, writableUser } from '../user/user.operations.ts';
import { text } from '../schema.ts';
import { defineConsoleOperation } from './console-operation.ts';

export const getProfile = defineConsoleOperation({
  id: 'profile.get',
  route: 'GET /profile',
  roles: 'all',
  summary: 'Retrieve the signed-in user',
  response: User,
});

export const updateProfile = defineConsoleOperation({
  id: 'profile.update',
  route: 'PATCH /profile',
  roles: 'all',
  summary: 'Change the name or the picture of the signed-in user',
  body: z.object({ name: writableUser.name, avatar_url: writableUser.avatar_url }).partial(),
  response: User,
});

/** Longer passwords are refused by the rules of passwords, in words. */
const Password = text(1024, 0);

export const changePassword = defineConsoleOperation({
  id: 'password.change',
  route: 'POST /password',
  roles: 'all',
  summary: 'Change the password of the signed-in user',
  description:
    'All sessions of the user end, with their access tokens; the browser goes on in a new one, whose CSRF token is returned. ' +
    'A wrong current password is 422 `invalid_parameter` with param `current_password`, an unacceptable new one with param ' +
    '`new_password`; too many tries are 429 with `Retry-After`.',
  body: z.object({ current_password: Password, new_password: Password }),
  response: z.object({ csrf_token: z.string() }),
});
