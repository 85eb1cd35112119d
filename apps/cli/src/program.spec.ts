import { Writable } from 'node:stream';
import { describe, expect, it } from '@jest/globals';
import { services } from '@parley/contracts';
import { operate } from './operate.fixture.ts';
import { createProgram } from './program.ts';
import { Terminal } from './terminal.ts';

const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
const names = createProgram([], new Terminal(nowhere, nowhere), {}).commands.map((command) => command.name());
const LIST_OF_SERVICES = new RegExp(`${services.join(String.raw`,\s+`)}\\)`);
/** No platform is needed for what is tested here. */
const env = { DATA_DIR: '/nonexistent', RPC_ADDRESSES: 'identity=127.0.0.1:1' };

const failure = (name: string, args: string[], more = {}) =>
  operate(name, args, { ...env, ...more }).then(
    () => undefined,
    (error: unknown) => {
      const { exitCode, message } = error as { exitCode: number; message: string };
      return [exitCode, message];
    },
  );

describe('parley --help', () => {
  it('shows every command, grouped by what it is about', async () => {
    expect(await operate('--help', [], env)).toMatchSnapshot();
  });

  it.each(names)('%s --help shows its options, allowed values and an example', async (name) => {
    const help = await operate(name, ['--help'], env);
    expect(help).not.toMatch(/^ {2}--\S+( <\w+>)?( +\(|$)/m);
    expect(help).toContain(`Example:\n  `);
    expect(help.replace(LIST_OF_SERVICES, '<services>)')).toMatchSnapshot();
  });
});

describe('parley', () => {
  it('shows the commands of a noun', async () => {
    expect(await operate('key', [], env)).toMatchSnapshot();
  });

  it('takes a noun and a verb for the command', async () => {
    expect(await operate('key', ['create', '--help'], env)).toBe(
      await operate('key:create', ['--help'], env),
    );
  });

  it('suggests the command or the option that a typing error resembles', async () => {
    expect(await failure('key:creat', [])).toEqual([
      2,
      "unknown command 'key:creat'. Did you mean key:create? See: npx parley --help",
    ]);
    expect(await failure('key:create', ['--scope', 'tickets:read'])).toEqual([
      2,
      "key:create: unknown option '--scope'. Did you mean --scopes? See: npx parley key:create --help",
    ]);
    expect(await failure('trigger', ['tiket.created'])).toEqual([
      2,
      'trigger: unknown event tiket.created. Did you mean ticket.created? See: npx parley trigger --list',
    ]);
  });

  it('refuses an argument that belongs to no option', async () => {
    expect(await failure('key:list', ['ws_1'])).toEqual([
      2,
      "key:list: too many arguments for 'key:list'. Expected 0 arguments but got 1. See: npx parley key:list --help",
    ]);
  });

  it('says which options npm kept for itself', async () => {
    const npm = { npm_command: 'run', npm_lifecycle_event: 'pat:create', npm_config_name: 'x' };
    expect(await failure('pat:create', ['x'], { ...npm, 'npm_config_expires-in': '30d' })).toEqual([
      2,
      'pat:create: npm kept --name, --expires-in for itself: put -- before the options (npm run -s pat:create -- …), ' +
        'or run: npx parley pat:create …',
    ]);
    expect(await failure('pat:revoke', ['--id', 'x'], { ...npm, npm_lifecycle_event: 'pat:revoke' })).toEqual(
      [2, expect.stringContaining('--id must be a valid pat id')],
    );
  });

  it('uses live mode only if it is asked to', async () => {
    const trigger = (...args: string[]) => failure('trigger', ['ticket.created', ...args]);
    expect(await trigger()).toEqual([2, expect.stringContaining('no API key: pass --key')]);
    expect(await trigger('--key', 'sk_live_x')).toEqual([2, expect.stringContaining('add --live')]);
    expect(await trigger('--key', 'sk_test_x', '--live')).toEqual([
      2,
      expect.stringContaining('omit --live'),
    ]);
    expect(await trigger('--key', 'sk_test_x', '--api', 'localhost')).toEqual([
      2,
      'trigger: --api must be an http or https URL, not localhost',
    ]);
    expect(await trigger('--key', 'sk_test_x', '--api', 'http://127.0.0.1:1')).toEqual([
      1,
      'trigger: http://127.0.0.1:1 does not answer. Start it with: npm start',
    ]);
  });
});

describe('parley bus:user:create', () => {
  const create = (args: string[], more = {}) =>
    operate('bus:user:create', ['--name', 'reporting', ...args], { ...env, ...more });

  it('prints commands of rabbitmqctl that a shell takes as they are', async () => {
    const printed = await create(['--types', 'ticket.*', '--rabbitmqctl', '--password', "it's 1"], {
      BUS_PREFIX: 'acme',
    });
    expect(printed.trim().split('\n')).toEqual([
      String.raw`rabbitmqctl add_user reporting 'it'\''s 1'`,
      String.raw`rabbitmqctl set_permissions -p / reporting '^reporting(\..*)?$' '^reporting(\..*)?$' '^(reporting(\..*)?|acme\.events)$'`,
      String.raw`rabbitmqctl set_topic_permissions -p / reporting acme.events '^$' '^(ticket\.[^.#]+)$'`,
    ]);
  });

  it('gives rights to the virtual host of AMQP_URL', async () => {
    for (const [url, vhost] of [
      ['amqp://guest:guest@127.0.0.1/acme%20bus', 'acme bus'],
      ['amqp://127.0.0.1/%2F', '/'],
      ['amqps://127.0.0.1', '/'],
    ] as const) {
      const printed = await create(['--password', 'x'], { AMQP_URL: url });
      expect(JSON.parse(printed)).toMatchObject({ permissions: [{ vhost }] });
    }
  });

  it('refuses types that no event has, and names with rights to queues of others', async () => {
    expect(await failure('bus:user:create', ['--name', 'x', '--types', 'tickets.*'])).toEqual([
      2,
      'bus:user:create: --types has no event that matches tickets.*',
    ]);
    for (const name of ['parley', 'amq'])
      expect(await failure('bus:user:create', ['--name', name])).toEqual([
        2,
        expect.stringContaining(`--name must not be ${name},`),
      ]);
  });
});

it('parley event:republish continues the run of one service alone', async () => {
  const args = ['--queue', 'late', '--from', '2026-11-21', '--after', 'evt_01h455vb4pex5vsknk084sn02q'];
  expect(await failure('event:republish', args)).toEqual([
    2,
    'event:republish: --after needs --service: it continues the run of one service',
  ]);
});
