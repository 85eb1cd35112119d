import { exampleId, type IdKind } from '@parley/contracts';
import type { ConsoleInput, ConsoleOperationId, ConsoleOperationOf } from '@parley/contracts/console';
import { addUser } from '../steps.ts';
import { ConsoleClient } from './console-client.ts';

/** Who makes the records that a request refers to. */
interface World {
  /** An admin of the workspace. */
  admin: ConsoleClient;
  /** The user whose request it is, to whom records of users belong. */
  caller: ConsoleClient;
}

type Examples = {
  readonly [Id in ConsoleOperationId]: (
    world: World,
  ) => ConsoleInput<ConsoleOperationOf<Id>> | Promise<ConsoleInput<ConsoleOperationOf<Id>>>;
};

const unique = () => crypto.randomUUID();
const APP = { redirect_uris: ['https://app.example.com/callback'], scopes: ['tickets:read'] };
const newKey = () => ({ name: 'Reporting', scopes: ['tickets:read'] });

const app = async ({ admin }: World) => {
  const { data } = await admin.ok('app.create', { body: { name: 'App', ...APP } });
  return { app_id: data.client_id };
};

/** A valid request of every console operation, with fresh records. An operation without one does not compile. */
export const EXAMPLES: Examples = {
  'access_token.create': () => ({ body: { mode: 'test' } }),
  'app.create': () => ({ body: { name: 'App', ...APP } }),
  'app.delete': async (world) => ({ params: await app(world) }),
  'app.list': () => ({}),
  'app.rotate_secret': async (world) => ({ params: await app(world), body: {} }),
  'app.update': async (world) => ({ params: await app(world), body: { name: 'Renamed' } }),
  'audit.list': () => ({ query: {} }),
  'grant.list': () => ({}),
  'grant.revoke': async (world) => ({ params: await app(world) }),
  'invitation.create': () => ({ body: { email: `${unique()}@example.com` } }),
  'invitation.list': () => ({}),
  'invitation.revoke': async ({ admin }) => {
    const { data } = await admin.ok('invitation.create', { body: { email: `${unique()}@example.com` } });
    return { params: { invitation_id: data.id } };
  },
  'key.create': () => ({ body: newKey() }),
  'key.list': () => ({}),
  'key.revoke': async ({ admin }) => ({
    params: { key_id: (await admin.ok('key.create', { body: newKey() })).data.id },
  }),
  'password.change': ({ caller }) => ({
    body: { current_password: caller.user.password, new_password: `new ${unique()}` },
  }),
  'password_reset.create': async ({ admin }) => ({
    params: { user_id: (await addUser(admin.workspace)).id },
  }),
  'pat.create': () => ({ body: { name: 'Script', scopes: ['tickets:read'] } }),
  'pat.list': () => ({}),
  'pat.revoke': async ({ caller }) => {
    const { data } = await caller.ok('pat.create', { body: { name: 'Script', scopes: ['tickets:read'] } });
    return { params: { pat_id: data.id } };
  },
  'profile.get': () => ({}),
  'profile.update': () => ({ body: { name: 'Renamed' } }),
  'session.end': () => ({}),
  'session.get': () => ({}),
  'session.list': () => ({}),
  'session.revoke': async ({ caller }) => {
    const { workspace, user } = caller;
    const other = await ConsoleClient.signIn(workspace, user);
    return { params: { session_id: (await other.ok('session.get', {})).data.id } };
  },
  'session.revoke_others': () => ({}),
  'usage.get': () => ({}),
};

/** The same request about records that nobody has: a path parameter names the kind of its record. */
export function aboutNobodys(sent: unknown): unknown {
  const { params, ...rest } = sent as { params: Record<string, string> };
  const unknown = Object.keys(params).map((name) => [name, exampleId(name.replace(/_id$/, '') as IdKind)]);
  return { ...rest, params: Object.fromEntries(unknown) as Record<string, string> };
}
