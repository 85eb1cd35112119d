import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createWebhook } from '@parley/contracts';
import { topologyOf } from '@parley/events';
import { connected, eventually, Receiver, type ApiClient } from '@parley/testing';
import { connect, type Channel, type ChannelModel } from 'amqplib';
import { createMany } from './create-many.ts';
import { missingAt } from './missing.ts';
import { SERVERS } from '../setup/services-process.mjs';
import { wiredServices } from './wired-services.ts';

const wired = wiredServices(['broker']);
let receiver: Receiver;
let live: ApiClient;

beforeEach(async () => {
  receiver = await Receiver.start();
  ({ live } = await wired.operator.workspace());
  await live.ok(createWebhook, { body: { url: receiver.url, events: ['ticket.created'] } });
});
afterEach(() => receiver.close());

describe('a message that another client puts in the queue of a service', () => {
  let model: ChannelModel;
  let channel: Channel;

  beforeEach(async () => {
    model = await connect(SERVERS.AMQP_URL);
    channel = await model.createChannel();
  });
  afterEach(() => model.close());

  it('is dead-lettered with its cause when it is not an event, and retried while its type is unknown', async () => {
    const { env } = wired.services;
    const { work } = topologyOf(env['BUS_PREFIX'] ?? '', []).queuesOf('webhook');
    const [queue = ''] = work;
    const put = (body: unknown) => channel.sendToQueue(queue, Buffer.from(JSON.stringify(body)));
    channel.sendToQueue(queue, Buffer.from([0xff, 0x00, 0x7b]));
    put({ hello: 'world' });
    put({ specversion: '1.0', id: '1', source: '/moon', type: 'moon.risen', data: {} });
    put({
      specversion: '1.0',
      id: '2',
      source: '/x',
      type: 'ticket.created',
      data: { id: 'of no workspace' },
    });

    const created = await createMany(live, 20, () => undefined, false);
    await eventually(() => expect(missingAt(receiver, created)).toEqual([]));
    const stored = await eventually(async () => {
      const rows = await deadLetters(env['DATABASE_URL'] ?? '');
      expect(rows).toHaveLength(3);
      return rows;
    });
    expect(stored.map(({ envelope }) => envelope).join('\n')).toContain('of no workspace');
    for (const { error } of stored) expect(error).toMatch(/^not an event: /);
    for (const name of work) expect((await channel.checkQueue(name)).messageCount).toBe(0);
  });
});

async function deadLetters(url: string): Promise<{ envelope: string; error: string }[]> {
  await using client = await connected(url);
  return (await client.query('select envelope, error from webhook.dead_letter')).rows as never;
}
