import { z } from 'zod';
import { integer, nullableString, string } from '../documented.ts';
import { Plan } from '../identity/identity.commands.ts';
import { idOf } from '../id.ts';
import { noContent } from '../operation.ts';
import { Mode, Timestamp } from '../schema.ts';
import { SCOPES } from '../scope.ts';
import { User } from '../user/user.operations.ts';
import { defineConsoleOperation } from './console-operation.ts';

export const ConsoleSession = z.object({
  id: idOf('session'),
  user: User.pick({ id: true, name: true, email: true, role: true, avatar_url: true }),
  workspace: z.object({
    id: idOf('workspace'),
    name: z.string(),
    plan: Plan,
    requests_per_minute: integer('Limit of the plan, per mode'),
  }),
  csrf_token: string('Value of `X-CSRF-Token`, which changes with the session'),
  scopes: z.array(z.enum(SCOPES)).describe('Scopes that the role of the user allows at present'),
  base_url: z.string(),
  files_url: z.string(),
});
export type ConsoleSession = z.output<typeof ConsoleSession>;

export const getSession = defineConsoleOperation({
  id: 'session.get',
  route: 'GET /session',
  roles: 'all',
  summary: 'Retrieve the session, its user and their workspace',
  response: ConsoleSession,
});

export const endSession = defineConsoleOperation({
  id: 'session.end',
  route: 'POST /session/end',
  roles: 'all',
  summary: 'Sign out: ends the session and its access tokens immediately',
  response: noContent,
});

/** A session in the list of those of one user. */
export const ListedSession = z.object({
  id: idOf('session'),
  is_current: z.boolean().describe('Whether it is the session of this request'),
  created_at: Timestamp,
  last_seen_at: Timestamp,
  browser: nullableString('`User-Agent` of the sign-in, or null if it is unknown', 'Mozilla/5.0 …'),
  address: nullableString('IP address of the sign-in, or null if it is unknown', '203.0.113.7'),
});
export type ListedSession = z.output<typeof ListedSession>;

export const listSessions = defineConsoleOperation({
  id: 'session.list',
  route: 'GET /sessions',
  roles: 'all',
  summary: 'List the sessions of the signed-in user, last seen first',
  response: z.array(ListedSession),
});

export const revokeSession = defineConsoleOperation({
  id: 'session.revoke',
  route: 'DELETE /sessions/{session_id}',
  roles: 'all',
  summary: 'End one session of the signed-in user, with its access tokens',
  params: z.object({ session_id: idOf('session') }),
  response: noContent,
});

export const revokeOtherSessions = defineConsoleOperation({
  id: 'session.revoke_others',
  route: 'POST /sessions/revoke-others',
  roles: 'all',
  summary: 'End all other sessions of the signed-in user, with their access tokens',
  response: z.object({ revoked: integer('Number of sessions that ended') }),
});

export const createAccessToken = defineConsoleOperation({
  id: 'access_token.create',
  route: 'POST /access-tokens',
  status: 201,
  roles: 'all',
  summary: 'Create an access token for the public API',
  description:
    'It acts as the user with all scopes of their role, for at most 15 minutes, and ends with the session at once.',
  body: z.object({ mode: Mode.default('live') }),
  response: z.object({
    token: string('Returned only once; keep it in memory only'),
    expires_at: Timestamp,
    scopes: z.array(z.enum(SCOPES)),
    mode: Mode,
  }),
});
