import { describe, expect, it } from '@jest/globals';
import { uuidOf, type Id } from '@parley/contracts';
import { operator } from '../platform.ts';
import { ConsoleClient } from './console-client.ts';
import { query, whileHeld } from './query.ts';

const workspace = await operator.workspace();

/** What the issuer of an access token does for a session, before it commits: a copy of the token that the session has. */
const issuing = (session: string) => [
  {
    text: 'select id from identity.login_session where id = $1 for share',
    values: [session],
  },
  {
    text: `insert into identity.token (workspace_id, id, kind, mode, name, scopes, token_hash, last4, user_id, session_id,
             expires_at, created_at)
           select workspace_id, gen_random_uuid(), kind, mode, name, scopes,
                  sha256(convert_to(gen_random_uuid()::text, 'UTF8')), last4, user_id, session_id, expires_at, created_at
             from identity.token where session_id = $1`,
    values: [session],
  },
];

it('an access token is not issued once the session has ended that its issuer waits for', async () => {
  const client = await ConsoleClient.signInAs('agent', workspace);
  const { id } = (await client.ok('session.get', {})).data;
  const end = { text: 'delete from identity.login_session where id = $1', values: [uuidOf('session', id)] };
  const refused = await whileHeld([end], () => client.refusal('access_token.create', { body: {} }));
  expect(refused).toBe('401 missing_api_key');
});

describe('an access token that is committed while its session ends', () => {
  type End = (client: ConsoleClient, id: Id<'session'>, other: ConsoleClient) => Promise<unknown>;
  const ends: [string, End][] = [
    ['is ended from another', (_, id, other) => other.ok('session.revoke', { params: { session_id: id } })],
    ['is ended with all others', (_, __, other) => other.ok('session.revoke_others', {})],
    ['signs out', (client) => client.ok('session.end', {})],
    ['is replaced by a new sign-in', ({ browser, signInPage, user }) => browser.signIn(signInPage, user)],
    [
      'ends with a new password',
      ({ user }, _, other) =>
        other.ok('password.change', {
          body: { current_password: user.password, new_password: 'correct horse battery' },
        }),
    ],
  ];
  it.each(ends)('is revoked when the session %s', async (_, end) => {
    const client = await ConsoleClient.signInAs('agent', workspace);
    const other = await ConsoleClient.signIn(workspace, client.user);
    const { id } = (await client.ok('session.get', {})).data;
    await client.ok('access_token.create', { body: {} });
    const uuid = uuidOf('session', id);
    await whileHeld(issuing(uuid), () => end(client, id, other));
    const tokens = 'select revoked_at is not null as is_revoked from identity.token where session_id = $1';
    expect(await query(tokens, [uuid])).toEqual([{ is_revoked: true }, { is_revoked: true }]);
  });
});
