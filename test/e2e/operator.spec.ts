import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import { getMe, listTickets, services } from '@parley/contracts';
import { ApiClient } from '@parley/testing';
import { operate } from '../../apps/cli/src/operate.fixture.ts';
import { operatorEnv } from './platform.ts';

const root = join(import.meta.dirname, '../..');

/** Runs a command in this process: a process for each would take longer than all that they do. */
async function run(text: string, found = operatorEnv): Promise<unknown> {
  const [command = '', ...args] = text.split(' ');
  return JSON.parse(await operate(command, args, found));
}

/** A command of which every field of the answer is a text. */
const told = (text: string) => run(text) as Promise<Record<string, string>>;
const newWorkspace = () => told('workspace:create --name Acme --email a@b.c');

/** The exit code and the error of a command that fails. */
const failure = (text: string, found = operatorEnv) =>
  run(text, found).then(
    () => [0, ''] as const,
    (error: unknown) => {
      const { exitCode, message } = error as { exitCode: number; message: string };
      return [exitCode, message] as const;
    },
  );

describe('the operator', () => {
  it('creates, changes and revokes workspaces, users, inboxes, SLA targets and keys, with one JSON object per command', async () => {
    const workspace = await told('workspace:create --name Acme --plan business --email a@b.c');
    const { base_url: baseUrl = '', live_key: liveKey = '', workspace_id: id = '', ...others } = workspace;
    expect(Object.keys(others).sort()).toEqual(['auth_url', 'email', 'files_url', 'password', 'test_key']);
    const limit = async () =>
      (await new ApiClient(baseUrl, liveKey).call(getMe, {})).headers.get('x-ratelimit-limit');
    expect(await limit()).toBe('1000');
    await run(`workspace:update --workspace ${id} --plan unlimited`);
    expect(await limit()).toBe('1000000');

    const who = '--email c@d.e --name Cam --role viewer --status active --team Support';
    const user = await told(`user:create --workspace ${id} ${who}`);
    expect(user).toEqual({ id: expect.stringMatching(/^user_/), password: expect.any(String) });
    const updated = await told(`user:update --id ${user['id']} --role agent`);
    expect(updated).toMatchObject({ role: 'agent', status: 'active' });

    const inbox = await told(`inbox:create --workspace ${id} --name Support`);
    expect(inbox).toEqual({ id: expect.stringMatching(/^inbox_/) });

    expect(await run(`sla:set --workspace ${id} --targets urgent=90s,low=2d`)).toEqual({
      workspace: id,
      targets: { urgent: '90s', high: '4h', normal: '8h', low: '2d' },
    });

    const asked = `--workspace ${id} --name Reader --scopes tickets:read,read:contacts --mode test`;
    const key = await told(`key:create ${asked}`);
    expect(key['key']).toMatch(/^sk_test_/);
    const client = new ApiClient(baseUrl, key['key']);
    expect((await client.call(listTickets, { query: {} })).status).toBe(200);
    await run(`key:revoke --id ${key['id']}`);
    expect((await client.call(listTickets, { query: {} })).status).toBe(401);
  });

  it('lists the workspaces of the installation, newest first', async () => {
    const { workspace_id: id } = await told('workspace:create --name Newest --plan business --email a@b.c');
    const { workspaces } = (await run('workspace:list --limit 1000')) as {
      workspaces: { id: string; created_at: string }[];
    };
    expect(workspaces.find((workspace) => workspace.id === id)).toEqual({
      id,
      name: 'Newest',
      plan: 'business',
      users: 1,
      created_at: expect.any(String),
    });
    const times = workspaces.map((workspace) => workspace.created_at);
    expect(times).toEqual(times.toSorted().reverse());
  });

  it('sees the state of the gateway and of each service', async () => {
    const { base_url: url = '' } = await newWorkspace();
    const counts = ['migrations', 'unpublished_events', 'dead_letters'].map((name) => [
      name,
      expect.any(Number),
    ]);
    expect(await run(`status --api ${url}`)).toMatchObject({
      gateway: { url, status: 'ready', version: expect.stringMatching(/^\d+\.\d+\.\d+$/) },
      services: services.map((service) => ({
        service,
        status: 'ready',
        ...(Object.fromEntries(counts) as object),
      })),
    });
  });

  it('can repeat an option that takes several values, and no other', async () => {
    const { workspace_id: id = '' } = await newWorkspace();
    const uris = ['https://a.example/callback', 'http://localhost:4001/callback'];
    const asked = `--workspace ${id} --scopes tickets:read --scopes users:read,contacts:read`;
    const given = uris.map((uri) => `--redirect-uri ${uri}`).join(' ');
    await run(`oauth-app:create ${asked} --name App ${given}`);
    expect(await run(`oauth-app:list --workspace ${id}`)).toMatchObject({
      apps: [{ redirect_uris: uris, scopes: ['tickets:read', 'users:read', 'contacts:read'] }],
    });
    expect(await failure(`key:create ${asked} --name one --name two`)).toEqual([
      2,
      'key:create: --name is given more than once, but takes one value',
    ]);
  });

  it('cannot create a key for a workspace without an admin', async () => {
    const { base_url: baseUrl = '', live_key: key = '', workspace_id: id = '' } = await newWorkspace();
    const { data: admin } = await new ApiClient(baseUrl, key).ok(getMe, {});
    await run(`user:update --id ${admin.id} --role agent`);
    expect(await failure(`key:create --workspace ${id} --name x --scopes tickets:read`)).toEqual([
      2,
      expect.stringContaining('has no admin'),
    ]);
  });

  it('lists and replays the dead letters of a service, here in a process of its own', async () => {
    const program = ['apps/cli/bin/parley.mjs', 'event:dead-letters', '--json', '--service', 'webhook'];
    const env = { ...process.env, ...operatorEnv, NODE_OPTIONS: '' };
    const { stdout } = await promisify(execFile)(process.execPath, program, { cwd: root, env });
    expect(JSON.parse(stdout)).toEqual({ dead_letters: [], total: 0 });
    const replayed = await run('event:replay --service ticket --all');
    expect(replayed).toEqual({ replayed: 0, failed: [], remaining: 0 });
  });

  it('encrypts the secrets of a service again, which is nothing without another key', async () => {
    const types = ['idempotent_responses', 'webhook_secrets'];
    expect(await run('secrets:reencrypt --service webhook')).toEqual({
      secrets: types.map((type) => ({ type, reencrypted: 0, unreadable: 0 })),
      completed: true,
    });
  });

  const WORKSPACE = '--workspace ws_01h455vb4pex5vsknk084sn02q';
  const LETTER = '--id dead_01h455vb4pex5vsknk084sn02q';
  it.each([
    ['workspace:create --name Acme', '--email'],
    ['workspace:create --name Acme --email nonsense', '--email'],
    ['workspace:create --name A --email a@b.c --plan gold', '--plan'],
    ['workspace:create --nmae Acme', '--nmae'],
    [`key:create ${WORKSPACE} --name x --scopes everything`, '--scopes'],
    [`key:create ${WORKSPACE} --name x --scopes tickets:read`, 'workspace'],
    ['key:revoke --id key_01h455vb4pex5vsknk084sn02q', 'API key'],
    ['user:update --id someone', '--id'],
    [`inbox:create ${WORKSPACE} --name x`, 'workspace'],
    [`sla:set ${WORKSPACE}`, '--targets'],
    [`sla:set ${WORKSPACE} --targets urgent=soon`, '--targets'],
    [`sla:set ${WORKSPACE} --targets urgent=0s`, '--targets'],
    [`sla:set ${WORKSPACE} --targets asap=1h`, '--targets'],
    ['sla:set --workspace acme --targets urgent=1h', '--workspace'],
    [`sla:set ${WORKSPACE} --targets urgent=1h`, 'workspace'],
    ['event:dead-letters --service everything', '--service'],
    ['event:dead-letters --service webhook --limit 0', '--limit'],
    ['event:replay --service webhook', '--id or --all'],
    ['event:discard --service webhook', '--id or --consumer'],
    [`event:dead-letter --service webhook ${LETTER}`, 'dead letter'],
    ['event:republish --service ticket --queue late --from yesterday', '--from'],
    [`event:replay --service webhook --all ${LETTER}`, '--id or --all'],
    [`event:replay --service ticket ${LETTER}`, 'dead letter'],
  ])('gets a one-line error for %s', async (text, word) => {
    const [code, message] = await failure(text);
    expect([code, message.trim().split('\n')]).toEqual([2, [expect.stringContaining(word)]]);
  });

  it('gets an error if no platform is running', async () => {
    const nowhere = { DATA_DIR: '/nonexistent', RPC_ADDRESSES: 'identity=127.0.0.1:1' };
    const failed = await failure('key:revoke --id key_01h455vb4pex5vsknk084sn02q', nowhere);
    expect(failed).toEqual([1, 'key:revoke: no identity service answers']);
  });
});
