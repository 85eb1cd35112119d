import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { getMe, listTickets, services } from '@parley/contracts';
import { ApiClient } from '@parley/testing';
import { operate } from '../../apps/cli/src/operate.fixture.ts';
import { operatorEnv } from './platform.ts';

const root = join(import.meta.dirname, '../..');

interface Outcome {
  code: number;
  stdout: string;
  stderr: string;
}

/** Runs a command in this process: a process for each would take longer than all that they do. */
async function run(command: string, args: string[], found = operatorEnv): Promise<Outcome> {
  try {
    return { code: 0, stdout: await operate(command, args, found), stderr: '' };
  } catch (error) {
    const { exitCode, message } = error as Error & { exitCode?: number };
    return { code: exitCode ?? -1, stdout: '', stderr: message };
  }
}

/** Runs a command as an operator does. */
function parley(command: string, args: string[]): Promise<Outcome> {
  return new Promise((resolve) => {
    const env = { ...process.env, ...operatorEnv, NODE_OPTIONS: '' };
    const program = [join(root, 'apps/cli/bin/parley.mjs'), command, '--json', ...args];
    execFile(process.execPath, program, { cwd: root, env }, (error, stdout, stderr) => {
      resolve({
        code: typeof error?.code === 'number' ? error.code : 0,
        stdout,
        stderr: stderr,
      });
    });
  });
}

const json = ({ stdout }: Outcome) => JSON.parse(stdout) as Record<string, string>;

describe('the operator', () => {
  it('creates, changes and revokes workspaces, users, inboxes, SLA targets and keys, with one JSON object per command', async () => {
    const workspace = json(
      await run('workspace:create', ['--name', 'Acme', '--plan', 'business', '--email', 'a@b.c']),
    );
    expect(Object.keys(workspace).sort()).toEqual(
      [
        'auth_url',
        'base_url',
        'email',
        'files_url',
        'live_key',
        'password',
        'test_key',
        'workspace_id',
      ].sort(),
    );
    const { base_url: baseUrl = '', live_key: liveKey = '', workspace_id: id = '' } = workspace;
    expect((await new ApiClient(baseUrl, liveKey).call(getMe, {})).headers.get('x-ratelimit-limit')).toBe(
      '1000',
    );

    await run('workspace:update', ['--workspace', id, '--plan', 'unlimited']);
    expect((await new ApiClient(baseUrl, liveKey).call(getMe, {})).headers.get('x-ratelimit-limit')).toBe(
      '1000000',
    );

    const who = [
      '--email',
      'c@d.e',
      '--name',
      'Cam',
      '--role',
      'viewer',
      '--status',
      'active',
      '--team',
      'Support',
    ];
    const user = json(await run('user:create', ['--workspace', id, ...who]));
    expect(user).toEqual({ id: expect.stringMatching(/^user_/), password: expect.any(String) });
    const updated = json(await run('user:update', ['--id', user['id'] ?? '', '--role', 'agent']));
    expect(updated).toMatchObject({ role: 'agent', status: 'active' });

    const inbox = json(await run('inbox:create', ['--workspace', id, '--name', 'Support']));
    expect(inbox).toEqual({ id: expect.stringMatching(/^inbox_/) });

    const targets = json(await run('sla:set', ['--workspace', id, '--targets', 'urgent=90s,low=2d']));
    expect(targets).toEqual({
      workspace: id,
      targets: { urgent: '90s', high: '4h', normal: '8h', low: '2d' },
    });

    const asked = [
      '--workspace',
      id,
      '--name',
      'Reader',
      '--scopes',
      'tickets:read,read:contacts',
      '--mode',
      'test',
    ];
    const key = json(await run('key:create', asked));
    expect(key['key']).toMatch(/^sk_test_/);
    const client = new ApiClient(baseUrl, key['key']);
    expect((await client.call(listTickets, { query: {} })).status).toBe(200);
    json(await run('key:revoke', ['--id', key['id'] ?? '']));
    expect((await client.call(listTickets, { query: {} })).status).toBe(401);
  });

  it('lists the workspaces of the installation, newest first', async () => {
    const asked = ['--name', 'Newest', '--plan', 'business', '--email', 'a@b.c'];
    const { workspace_id: id } = json(await run('workspace:create', asked));
    const { stdout } = await run('workspace:list', ['--limit', '1000']);
    const { workspaces } = JSON.parse(stdout) as { workspaces: { id: string; created_at: string }[] };
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
    const { base_url: url = '' } = json(
      await run('workspace:create', ['--name', 'Acme', '--email', 'a@b.c']),
    );
    const { stdout } = await run('status', ['--api', url]);
    const { gateway, services: states } = JSON.parse(stdout) as { gateway: object; services: object[] };
    expect(gateway).toEqual({ url, status: 'ready', version: expect.stringMatching(/^\d+\.\d+\.\d+$/) });
    expect(states).toEqual(
      services.map((service) =>
        expect.objectContaining({
          service,
          status: 'available',
          migrations: expect.any(Number),
          unpublished_events: expect.any(Number),
          dead_letters: expect.any(Number),
        }),
      ),
    );
  });

  it('can repeat an option that takes several values, and no other', async () => {
    const { workspace_id: id = '' } = json(
      await run('workspace:create', ['--name', 'Acme', '--email', 'a@b.c']),
    );
    const uris = ['https://a.example/callback', 'http://localhost:4001/callback'];
    const asked = ['--workspace', id, '--scopes', 'tickets:read', '--scopes', 'users:read,contacts:read'];
    await run('oauth-app:create', [
      ...asked,
      '--name',
      'App',
      ...uris.flatMap((uri) => ['--redirect-uri', uri]),
    ]);
    const { stdout } = await run('oauth-app:list', ['--workspace', id]);
    expect(JSON.parse(stdout)).toMatchObject({
      apps: [{ redirect_uris: uris, scopes: ['tickets:read', 'users:read', 'contacts:read'] }],
    });
    const { code, stderr } = await run('key:create', [...asked, '--name', 'one', '--name', 'two']);
    expect([code, stderr]).toEqual([2, 'key:create: --name is given more than once, but takes one value']);
  });

  it('cannot create a key for a workspace without an admin', async () => {
    const workspace = json(await run('workspace:create', ['--name', 'Acme', '--email', 'a@b.c']));
    const { base_url: baseUrl = '', live_key: key = '', workspace_id: id = '' } = workspace;
    const { data: admin } = await new ApiClient(baseUrl, key).ok(getMe, {});
    await run('user:update', ['--id', admin.id, '--role', 'agent']);
    const { code, stderr } = await run('key:create', [
      '--workspace',
      id,
      '--name',
      'x',
      '--scopes',
      'tickets:read',
    ]);
    expect([code, stderr.trim()]).toEqual([2, expect.stringContaining('has no admin')]);
  });

  it('lists and replays the dead letters of a service', async () => {
    const args = ['--service', 'webhook', '--limit', '5'];
    const listed = json(await parley('event:dead-letters', args));
    expect(listed).toEqual({ dead_letters: [], total: 0 });
    const replayed = json(await run('event:replay', ['--service', 'ticket', '--all']));
    expect(replayed).toEqual({ replayed: 0, failed: [], remaining: 0 });
  });

  it('encrypts the secrets of a service again, which is nothing without another key', async () => {
    expect(await run('secrets:reencrypt', ['--service', 'webhook']).then(json)).toEqual({
      secrets: ['idempotent_responses', 'webhook_secrets'].map((kind) => ({
        kind,
        reencrypted: 0,
        unreadable: 0,
      })),
      completed: true,
    });
  });

  it.each([
    ['workspace:create', ['--name', 'Acme'], '--email'],
    ['workspace:create', ['--name', 'Acme', '--email', 'nonsense'], '--email'],
    ['workspace:create', ['--name', 'A', '--email', 'a@b.c', '--plan', 'gold'], '--plan'],
    ['workspace:create', ['--nmae', 'Acme'], '--nmae'],
    [
      'key:create',
      ['--workspace', 'ws_01h455vb4pex5vsknk084sn02q', '--name', 'x', '--scopes', 'everything'],
      '--scopes',
    ],
    [
      'key:create',
      ['--workspace', 'ws_01h455vb4pex5vsknk084sn02q', '--name', 'x', '--scopes', 'tickets:read'],
      'workspace',
    ],
    ['key:revoke', ['--id', 'key_01h455vb4pex5vsknk084sn02q'], 'API key'],
    ['user:update', ['--id', 'someone'], '--id'],
    ['inbox:create', ['--workspace', 'ws_01h455vb4pex5vsknk084sn02q', '--name', 'x'], 'workspace'],
    ['sla:set', ['--workspace', 'ws_01h455vb4pex5vsknk084sn02q'], '--targets'],
    ['sla:set', ['--workspace', 'ws_01h455vb4pex5vsknk084sn02q', '--targets', 'urgent=soon'], '--targets'],
    ['sla:set', ['--workspace', 'ws_01h455vb4pex5vsknk084sn02q', '--targets', 'urgent=0s'], '--targets'],
    ['sla:set', ['--workspace', 'ws_01h455vb4pex5vsknk084sn02q', '--targets', 'asap=1h'], '--targets'],
    ['sla:set', ['--workspace', 'acme', '--targets', 'urgent=1h'], '--workspace'],
    ['sla:set', ['--workspace', 'ws_01h455vb4pex5vsknk084sn02q', '--targets', 'urgent=1h'], 'workspace'],
    ['event:dead-letters', ['--service', 'everything'], '--service'],
    ['event:dead-letters', ['--service', 'webhook', '--limit', '0'], '--limit'],
    ['event:replay', ['--service', 'webhook'], '--id or --all'],
    ['event:discard', ['--service', 'webhook'], '--id or --consumer'],
    ['event:dead-letter', ['--service', 'webhook', '--id', 'dead_01h455vb4pex5vsknk084sn02q'], 'dead letter'],
    ['event:republish', ['--service', 'ticket', '--queue', 'late', '--from', 'yesterday'], '--from'],
    [
      'event:replay',
      ['--service', 'webhook', '--all', '--id', 'dead_01h455vb4pex5vsknk084sn02q'],
      '--id or --all',
    ],
    ['event:replay', ['--service', 'ticket', '--id', 'dead_01h455vb4pex5vsknk084sn02q'], 'dead letter'],
  ])('gets a one-line error for %s %j', async (command, args, word) => {
    const { code, stdout, stderr } = await run(command, args);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr.trim().split('\n')).toHaveLength(1);
    expect(stderr).toContain(word);
  });

  it('gets an error if no platform is running', async () => {
    const { code, stderr } = await run('key:revoke', ['--id', 'key_01h455vb4pex5vsknk084sn02q'], {
      DATA_DIR: '/nonexistent',
      RPC_ADDRESSES: 'identity=127.0.0.1:1',
    });
    expect(code).toBe(1);
    expect(stderr).toContain('npm start');
  });
});
