import { z } from 'zod';
import { defineOperation } from '../operation.ts';
import { idOf } from '../id.ts';
import { listQuery, pageOf } from '../page.ts';
import { CreatedAt, documentedAs, UpdatedAt, text } from '../schema.ts';
import { ROLES } from '../scope.ts';

export const UserRole = z.enum(ROLES).meta({ description: 'What the user may do at most' });
export const UserStatus = z
  .enum(['active', 'inactive'])
  .meta({ description: 'An inactive user can neither act nor be assigned' });

export const User = z
  .object({
    id: idOf('user'),
    email: z.string().meta({ description: 'E-mail address', examples: ['kim@example.com'] }),
    name: z.string().meta({ description: 'Full name', examples: ['Kim Lee'] }),
    role: UserRole,
    status: UserStatus,
    avatar_url: z
      .string()
      .nullable()
      .meta({ description: 'Address of a picture', examples: ['https://example.com/kim.png'] }),
    created_at: CreatedAt,
    updated_at: UpdatedAt,
  })
  .meta({ id: 'User', description: 'A member of the workspace' });
export type User = z.output<typeof User>;

export const Me = User.extend({
  workspace: z
    .object({
      id: idOf('workspace'),
      name: z.string().meta({ description: 'Name of the workspace', examples: ['Acme'] }),
    })
    .meta({ description: 'The workspace that the credential belongs to' }),
}).meta({ id: 'Me', description: 'The user of a credential, and its workspace' });

export const getMe = defineOperation({
  id: 'me.get',
  service: 'identity',
  route: 'GET /v1/me',
  status: 200,
  scope: 'any-token',
  summary: 'Whose credential this is',
  description: 'The user and the workspace of the credential: a way to find out whether it is valid.',
  response: Me,
});

/** Parsers mend what browsers take: spaces are escaped, `https:x` becomes `https://x`. Only what needs none is kept. */
function isWebAddress(address: string): boolean {
  if (!/^https?:\/\/[^\s\p{Cc}]+$/iu.test(address) || !URL.canParse(address)) return false;
  const { username, password } = new URL(address);
  return username === '' && password === '';
}

const PictureAddress = documentedAs(
  text(2048).refine(
    isWebAddress,
    'must be an http or https address, without spaces and without a user name or password',
  ),
  z.url().max(2048),
);

const UserParams = z.object({ user_id: idOf('user') });

/** The filters of lists of users. */
export const userFilters = {
  role: UserRole.optional(),
  status: UserStatus.optional(),
};

export const getUser = defineOperation({
  id: 'user.get',
  service: 'identity',
  route: 'GET /v1/users/{user_id}',
  status: 200,
  scope: 'users:read',
  summary: 'Read a user',
  params: UserParams,
  response: User,
});

export const listUsers = defineOperation({
  id: 'user.list',
  service: 'identity',
  route: 'GET /v1/users',
  status: 200,
  scope: 'users:read',
  summary: 'List users',
  query: listQuery(['created_at', 'updated_at', 'name', 'email'], userFilters),
  response: pageOf(User),
});

export const updateUser = defineOperation({
  id: 'user.update',
  service: 'identity',
  route: 'PATCH /v1/users/{user_id}',
  status: 200,
  scope: 'users:write',
  summary: 'Change a user, for admins; what the user may do changes with the next request',
  description:
    'Changes the fields that are sent. The last active admin of a workspace can be neither demoted nor deactivated: 422. ' +
    'Live and test mode share their users, so a test key may not change them: 403.',
  params: UserParams,
  body: z
    .object({
      name: text(255).meta({ description: 'Full name', examples: ['Kim Lee'] }),
      role: UserRole,
      status: UserStatus,
      avatar_url: PictureAddress.nullable().meta({
        description: 'Address of a picture: http or https, without user name and password',
        examples: ['https://example.com/kim.png'],
      }),
    })
    .partial(),
  response: User,
  errors: ['forbidden'],
});
