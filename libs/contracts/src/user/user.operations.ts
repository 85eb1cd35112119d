import { ActorType, CredentialId } from '../actor.ts';
import { z } from 'zod';
import { changesByItself, component, documentedAs, nullableString, string } from '../documented.ts';
import { CREDENTIAL_TYPES } from '../context.ts';
import { Plan } from '../identity/identity.commands.ts';
import { defineOperation } from '../operation.ts';
import { defineResource } from '../resource.ts';
import { idOf } from '../id.ts';
import { anyOf, listQuery } from '../page.ts';
import { CreatedAt, Email, Mode, nameText, text, Timestamp, UpdatedAt } from '../schema.ts';
import { Availability, AvailabilityPatch } from './availability.ts';
import { ROLES, SCOPES } from '../scope.ts';

export const UserRole = z
  .enum(ROLES)
  .meta({ id: 'UserRole', description: 'Role, which limits what the user and their tokens may do' });
export const UserStatus = z.enum(['active', 'invited', 'inactive']).meta({
  id: 'UserStatus',
  description:
    'Account status. Users are `invited` until they have chosen a password; only `active` ones can sign in and be assigned',
});

export const User = component('User', 'A member of the workspace', {
  id: idOf('user'),
  email: string('E-mail address', 'kim@example.com'),
  name: string('Full name', 'Kim Lee'),
  role: UserRole,
  status: UserStatus,
  avatar_url: nullableString('URL of the profile picture, or null', 'https://example.com/kim.png'),
  availability: changesByItself(Availability),
  created_at: CreatedAt,
  updated_at: UpdatedAt,
});
export type User = z.output<typeof User>;

const Credential = z
  .object({
    id: CredentialId,
    type: ActorType.extract(CREDENTIAL_TYPES).describe('Type of the credential'),
    name: string('Name of the credential; of an OAuth access token, the name of its app', 'Reporting'),
    owner: z
      .enum(['user', 'workspace'])
      .describe(
        'Owner of the credential: `user` if it acts as the user in this response, `workspace` for API keys, where the user ' +
          'in this response is the creator of the key, who may be inactive',
      ),
    created_by: idOf('user')
      .nullable()
      .describe('Id of the user who created the API key; null for other credentials'),
    scopes: z.array(z.enum(SCOPES)).describe('Scopes that the credential has at present'),
    mode: Mode,
    expires_at: Timestamp.nullable().describe('Time of expiry, or null if it does not expire'),
    app_id: idOf('app').nullable().describe('Id of the OAuth app that it was issued to, or null'),
  })
  .describe('The current credential');

export const Me = User.extend({
  credential: Credential,
  plan: Plan.describe('Plan of the workspace, which determines the rate limit'),
  workspace: z
    .object({ id: idOf('workspace'), name: string('Name of the workspace', 'Acme') })
    .describe('The workspace of the credential'),
}).meta({ id: 'Me', description: 'The user and workspace of the current credential' });

export const getMe = defineOperation({
  id: 'me.get',
  route: 'GET /v1/me',
  scope: 'any-token',
  summary: 'Retrieve the current credential and its user',
  description: 'Use it to check that a credential is valid.',
  response: Me,
});

export const updateAvailability = defineOperation({
  id: 'user.update_availability',
  route: 'PATCH /v1/me',
  scope: 'conversations:write',
  summary: 'Change the availability of the current user',
  description:
    'Says whether the teams of the user may assign records to them; of an API key, the user is its creator. Admins change the availability of others by ' +
    '`PATCH /v1/users/{user_id}`. Returns 403 for test keys, because live and test mode share users.',
  body: z.object({ availability: AvailabilityPatch.describe('Whether the user takes records') }),
  response: User,
  isUnversioned: true,
});

/** URL parsers repair malformed URLs (`https:x`, spaces). Only URLs that need no repair are accepted. */
function isHttpUrl(url: string): boolean {
  if (!/^https?:\/\/[^\s\p{Cc}]+$/iu.test(url) || !URL.canParse(url)) return false;
  const { username, password } = new URL(url);
  return username === '' && password === '';
}

const AvatarUrl = documentedAs(
  text(2048).refine(isHttpUrl, 'must be an http or https URL without spaces, user name or password'),
  z.url().max(2048),
);

export const userFilters = {
  role: anyOf(UserRole, { description: 'Role of the user', examples: ['admin,agent'] }),
  status: anyOf(UserStatus, { description: 'Status of the user', examples: ['active'] }),
};

const users = defineResource('user', User, { path: '/v1/users', read: 'users:read', write: 'users:write' });

export const getUser = users.get();

export const listUsers = users.list({
  query: listQuery(['created_at', 'updated_at', 'name', 'email'], userFilters),
});

export const writableUser = {
  name: nameText(255).meta({ description: 'Full name', examples: ['Kim Lee'] }),
  role: UserRole,
  avatar_url: AvatarUrl.nullable().meta({
    description: 'URL of the profile picture (http or https), or null',
    examples: ['https://example.com/kim.png'],
  }),
};

/** What an invitation tells about its mail. */
export const Mailed = z.boolean().meta({
  description:
    'Whether the installation mails the link. An address gets three invitations in an hour and ten in a day, and a workspace sends ' +
    'a hundred in an hour: those beyond are not mailed',
  examples: [false],
});

export const addUser = users.create({
  description:
    'Only admins, and API keys, can have the scope. Returns a link on which the person chooses a password, which makes them active. It is mailed to them where the installation sends such mails; otherwise pass it on. It works ' +
    'once, within seven days, unless the credential that made it is revoked first. Inviting an address again of a user who has not chosen a password changes that user and ends the link before. Returns ' +
    '403 for test keys, because live and test mode share users.',
  body: z.object({
    ...writableUser,
    email: Email.meta({ examples: ['noor@example.com'] }),
    name: writableUser.name.meta({ examples: ['Noor Haddad'] }),
    role: UserRole.default('agent'),
    avatar_url: writableUser.avatar_url.default(null),
  }),
  response: User.extend({
    status: z.literal('invited').describe('Account status'),
    invitation: z
      .object({
        url: string(
          'The link, returned only in this response',
          'https://auth.example.com/password-resets/Gq8…',
        ),
        expires_at: Timestamp.describe('Time at which the link ends'),
        mailed: Mailed,
      })
      .describe('The invitation'),
  }).meta({ id: 'InvitedUser', description: 'A user that was just invited' }),
  errors: ['duplicate_value'],
});

export const updateUser = users.update({
  description:
    'Only admins, and API keys, can have the scope. Changes only the fields that are sent; a new role or status applies from the next request of the user. ' +
    'Returns 422 if the last active admin of the workspace would be demoted or deactivated, and 403 for test keys, because ' +
    'live and test mode share users. Inviting is the only way to the status `invited`; deactivating an invited user, or another address, ends the link, and ' +
    'only another invitation brings a deactivated one back.',
  body: z
    .object({
      ...writableUser,
      email: Email.meta({
        description: 'E-mail address, with which the user signs in',
        examples: ['kim.lee@example.com'],
      }),
      status: UserStatus,
      availability: AvailabilityPatch.describe(
        'Whether the user takes records; users change their own by `PATCH /v1/me`',
      ),
    })
    .partial(),
  errors: ['duplicate_value'],
});
