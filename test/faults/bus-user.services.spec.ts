import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { BusConsumer, DeadLetterQueue, handle, MemoryInbox } from '@parley/bus';
import { newId } from '@parley/runtime/records';
import { eventually } from '@parley/testing';
import { connect, type Channel, type ChannelModel } from 'amqplib';
import { operate } from '../../apps/cli/src/operate.fixture.ts';
import { findPythonWithPika } from '../setup/python.mjs';
import { canStartBroker, PrivateBroker } from './private-broker.ts';

const root = join(import.meta.dirname, '../..');
const EXCHANGE = 'acme.events';
const PYTHON = findPythonWithPika();

const describeWithBroker = canStartBroker ? describe : describe.skip;

describeWithBroker(`bus:user:create${canStartBroker ? '' : ' (no rabbitmq-server)'}`, () => {
  let broker: PrivateBroker;
  let management: string;
  let platform: ChannelModel;
  let channel: Channel;

  beforeAll(async () => {
    broker = await PrivateBroker.start();
    management = await broker.enableManagement();
    platform = await connect(broker.url);
    channel = await platform.createChannel();
    await channel.assertExchange(EXCHANGE, 'topic');
    await channel.assertQueue('acme.ticket.events.0.v2');
  });
  afterAll(async () => {
    await platform.close();
    await broker.close();
  });

  const create = (args: string[], env: Record<string, string> = { BUS_MANAGEMENT_URL: management }) =>
    operate('bus:user:create', args, { BUS_PREFIX: 'acme', ...env });
  const urlOf = (name: string, password: string) => {
    const url = new URL(broker.url);
    Object.assign(url, { username: name, password });
    return url.href;
  };
  const created = async (name: string, ...args: string[]) => {
    const { password } = JSON.parse(await create(['--name', name, ...args])) as { password: string };
    return urlOf(name, password);
  };
  const eventOf = (type: string) => ({
    specversion: '1.0',
    id: newId('event'),
    source: '/test',
    type,
    subject: newId('ticket'),
    time: new Date().toISOString(),
    workspaceid: newId('workspace'),
    mode: 'live',
    sequence: '1',
    data: { id: newId('ticket'), status: 'open' },
  });
  const publish = (type: string) => {
    const event = eventOf(type);
    channel.publish(EXCHANGE, type, Buffer.from(JSON.stringify(event)));
    return event;
  };

  it('makes a user that may do all that a subscriber needs: receive, retry, dead-letter', async () => {
    const url = await created('reporting', '--types', 'ticket.*');
    const handled: string[] = [];
    const consumer = new BusConsumer({
      url,
      name: 'reporting',
      prefix: 'acme',
      replicas: 1,
      retryDelaysMs: [20],
      inbox: new MemoryInbox(),
      handlers: [
        handle('ticket.created', ({ id }, { attempt }) => {
          handled.push(`${id} ${attempt}`);
          return attempt === 1 ? Promise.resolve() : Promise.reject(new Error('not the first attempt'));
        }),
      ],
    });
    await consumer.start();
    try {
      await eventually(() => expect(consumer.isConsuming()).toBe(true));
      const event = publish('ticket.created');
      await eventually(() => expect(handled).toEqual([`${event.id} 1`]));
      const failing = eventOf('ticket.created');
      channel.sendToQueue('reporting', Buffer.from(JSON.stringify(failing)), { headers: { 'x-attempt': 2 } });
      const letters = new DeadLetterQueue(url, 'reporting');
      await eventually(async () => expect(await letters.list()).toHaveLength(1));
    } finally {
      await consumer.stop();
    }
  });

  it.each<[string, (own: Channel) => Promise<unknown>]>([
    ['bind other events', (own) => own.bindQueue('limited', EXCHANGE, 'contact.created')],
    ['bind all events', (own) => own.bindQueue('limited', EXCHANGE, '#')],
    ['consume a queue of the platform', (own) => own.consume('acme.ticket.events.0.v2', () => undefined)],
    ['delete a queue of the platform', (own) => own.deleteQueue('acme.ticket.events.0.v2')],
    ['declare a queue of another name', (own) => own.assertQueue('limited2')],
    [
      'publish an event',
      (own) => refusal(own, () => own.publish(EXCHANGE, 'ticket.created', Buffer.from('{}'))),
    ],
    ['publish to any queue', (own) => refusal(own, () => own.sendToQueue('reporting', Buffer.from('{}')))],
  ])('makes a user that may not %s', async (_, attempt) => {
    const model = await connect(await created('limited', '--types', 'ticket.created', '--replace'));
    try {
      const own = await model.createChannel();
      own.on('error', () => undefined);
      await own.assertQueue('limited');
      await own.bindQueue('limited', EXCHANGE, 'ticket.created');
      await expect(attempt(own)).rejects.toMatchObject({ code: 403 });
    } finally {
      await model.close();
    }
  });

  it('keeps a user that exists, unless it is to be replaced', async () => {
    const before = await created('twice');
    await expect(create(['--name', 'twice'])).rejects.toMatchObject({
      exitCode: 2,
      message: 'bus:user:create: user twice exists already. To replace its rights and password: --replace',
    });
    await (await connect(before)).close();
    const after = await created('twice', '--replace');
    await expect(connect(before)).rejects.toThrow('403');
    await (await connect(after)).close();
  });

  it('prints definitions for a broker whose management API it is not given', async () => {
    const definitions = await create(['--name', 'imported', '--types', 'ticket.*'], {
      BUS_USER_PASSWORD: 'correct horse',
    });
    const { username, password, origin } = new URL(management);
    const response = await fetch(`${origin}/api/definitions`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`,
      },
      body: definitions,
    });
    expect(response.ok).toBe(true);
    const model = await connect(urlOf('imported', 'correct horse'));
    const own = await model.createChannel();
    await own.assertQueue('imported.any');
    await own.bindQueue('imported.any', EXCHANGE, 'ticket.updated');
    await model.close();
  });

  it('says in one line why the management API cannot be used', async () => {
    const wrong = management.replace('guest:guest', 'guest:wrong');
    await expect(create(['--name', 'x'], { BUS_MANAGEMENT_URL: wrong })).rejects.toMatchObject({
      exitCode: 1,
      message: expect.stringContaining('it must be an administrator'),
    });
    await expect(create(['--name', 'x'], { BUS_MANAGEMENT_URL: 'http://127.0.0.1:1' })).rejects.toMatchObject(
      {
        exitCode: 1,
        message: expect.stringContaining('does not answer at http://127.0.0.1:1'),
      },
    );
  });

  // scripts/test.mjs reports what is left out.
  for (const program of PYTHON === undefined ? [] : [PYTHON])
    it('makes a user that the subscriber in Python can use', async () => {
      const url = await created('python', '--types', 'ticket.*');
      const folder = await mkdtemp(join(tmpdir(), 'parley-example-'));
      const child = spawn(program, [join(root, 'examples/bus-subscriber-python/subscriber.py')], {
        env: {
          AMQP_URL: url,
          BUS_PREFIX: 'acme',
          SUBSCRIBER_NAME: 'python',
          RETRY_DELAYS_MS: '20',
          DATABASE_FILE: join(folder, 'example.sqlite'),
          PYTHONPATH: join(root, 'sdks/bus-python/src'),
        },
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      let printed = '';
      child.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()));
      const closed = once(child, 'close');
      try {
        // Its queue may not be bound yet when the first event is published.
        const published: string[] = [];
        await eventually(() => {
          published.push(publish('ticket.created').data.id);
          expect(published.some((id) => printed.includes(id))).toBe(true);
        });
      } finally {
        child.kill('SIGTERM');
        expect(await closed).toEqual([0, null]);
        await rm(folder, { recursive: true, force: true });
      }
    });
});

/** How the broker refuses something that has no reply. */
async function refusal(channel: Channel, attempt: () => unknown): Promise<never> {
  const failed = once(channel, 'error') as Promise<[Error]>;
  attempt();
  const [error] = await failed;
  throw error;
}
