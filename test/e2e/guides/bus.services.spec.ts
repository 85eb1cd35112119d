import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTicket, type Ticket } from '@parley/contracts';
import { newId } from '@parley/runtime/records';
import { connected, eventually, type TestWorkspace } from '@parley/testing';
import { connect, type Channel, type ChannelModel } from 'amqplib';
import type pg from 'pg';
import { findPythonWithPika } from '../../setup/python.mjs';
import { busPrefix, databaseUrl, operator } from '../platform.ts';
import { readGuide, root, start, type Started } from './guide.ts';

const AMQP_URL = process.env['AMQP_URL'] ?? 'amqp://guest:guest@127.0.0.1:5672';
const PYTHON = findPythonWithPika();
const SUBSCRIBERS = [
  { language: 'Node.js', program: process.execPath, file: 'bus-subscriber-node/subscriber.mjs' },
  { language: 'Python', program: PYTHON ?? '', file: 'bus-subscriber-python/subscriber.py' },
];

it.each(SUBSCRIBERS)('the guide shows the subscriber in $language as it is in examples', async ({ file }) => {
  const shown = (await readGuide('bus')).map(({ text }) => text);
  expect(shown).toContain(await readFile(join(root, 'examples', file), 'utf8'));
});

// scripts/test.mjs reports what is left out.
describe.each(SUBSCRIBERS.filter(({ program }) => program !== ''))(
  'the subscriber in $language',
  ({ program, file }) => {
    const name = `example-${randomBytes(4).toString('hex')}`;
    let workspace: TestWorkspace;
    let model: ChannelModel;
    let channel: Channel;
    let database: pg.Client;
    let folder: string;
    let subscriber: Started;

    beforeAll(async () => {
      workspace = await operator.workspace();
      model = await connect(AMQP_URL);
      channel = await model.createChannel();
      database = await connected(databaseUrl);
      await database.query(`create database "${name}"`);
      folder = await mkdtemp(join(tmpdir(), 'parley-example-'));
      subscriber = startSubscriber();
      // Its queue may not be bound yet when the first ticket is created.
      const tickets: Ticket[] = [];
      await eventually(async () => {
        tickets.push(await created());
        expect(tickets.some((ticket) => subscriber.printed().includes(lineOf(ticket)))).toBe(true);
      });
    });
    afterAll(async () => {
      await subscriber.end();
      const queues = ['', '.retry.20ms', '.retry.50ms', '.dead'];
      for (const queue of queues) await channel.deleteQueue(name + queue);
      await channel.deleteExchange(`${name}.requeue`);
      await model.close();
      await database.query(`drop database if exists "${name}" with (force)`);
      await database.end();
      await rm(folder, { recursive: true, force: true });
    });

    function startSubscriber(): Started {
      const url = new URL(databaseUrl);
      url.pathname = name;
      const env = {
        PATH: process.env['PATH'],
        AMQP_URL,
        BUS_PREFIX: busPrefix,
        SUBSCRIBER_NAME: name,
        RETRY_DELAYS_MS: '20,50',
        DATABASE_URL: url.href,
        DATABASE_FILE: join(folder, 'example.sqlite'),
        PYTHONPATH: join(root, 'sdks/bus-python/src'),
      };
      return start(program, [join(root, 'examples', file)], { env });
    }

    const created = async () =>
      (await workspace.live.ok(createTicket, { body: { subject: 'On the bus' } })).data;
    const lineOf = ({ id }: Ticket) => `ticket.created live ${id}\n`;
    /** Sends a message to the queue of the subscriber alone. */
    const send = (event: object) => channel.sendToQueue(name, Buffer.from(JSON.stringify(event)));
    const eventOf = (data: object) => ({
      specversion: '1.0',
      id: newId('event'),
      source: '/test',
      type: 'ticket.created',
      subject: newId('ticket'),
      time: new Date().toISOString(),
      workspaceid: workspace.credentials.workspace_id,
      mode: 'test',
      sequence: '1',
      data: { id: newId('ticket'), ...data },
    });

    it('handles an event that arrives several times once', async () => {
      const event = eventOf({ status: 'open' });
      const last = eventOf({ status: 'open' });
      for (const one of [event, event, event, last]) send(one);
      await eventually(() => expect(subscriber.printed()).toContain(last.data.id));
      expect(await subscriber.end('SIGTERM')).toBe(0);
      expect(subscriber.printed().split(event.data.id)).toHaveLength(2);
      subscriber = startSubscriber();
    });

    it('retries an event that it fails to process, and then makes it a dead letter', async () => {
      const event = eventOf({ status: null });
      send(event);
      const letter = await eventually(async () => {
        const message = await channel.get(`${name}.dead`, { noAck: true });
        if (message === false) throw new Error('no dead letter');
        return message;
      });
      expect(JSON.parse(letter.content.toString())).toEqual(event);
      expect(letter.properties.headers).toMatchObject({
        'x-attempt': 3,
        'x-cause': expect.stringMatching(/not[ -]null/i),
      });
    });

    it('ends when it is asked to, and continues at the next start', async () => {
      expect(await subscriber.end('SIGTERM')).toBe(0);
      const ticket = await created();
      await eventually(async () => {
        const { messageCount } = await channel.checkQueue(name);
        expect(messageCount).toBeGreaterThan(0);
      });
      subscriber = startSubscriber();
      await eventually(() => expect(subscriber.printed()).toContain(lineOf(ticket)));
    });
  },
);
