import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import * as api from '@parley/contracts';
import { newId } from '@parley/runtime/records';
import { eventually, Receiver, type TestWorkspace } from '@parley/testing';
import { asyncApiDocument } from '@parley/openapi';
import { Ajv } from 'ajv';
import { connect, type Channel, type ChannelModel, type ConsumeMessage } from 'amqplib';
import { operate } from '../../apps/cli/src/operate.fixture.ts';
import { busPrefix, operator, operatorEnv } from './platform.ts';

interface Event {
  type: string;
  subject: string;
}

/** What a service of your own, in any language, does to hear events and to tell some: plain AMQP and JSON. */
describe('a plain AMQP client', () => {
  const url = process.env['AMQP_URL'] ?? 'amqp://guest:guest@127.0.0.1:5672';
  const exchange = `${busPrefix}.events`;
  let model: ChannelModel;
  let channel: Channel;
  let workspace: TestWorkspace;

  beforeAll(async () => {
    model = await connect(url);
    channel = await model.createChannel();
    workspace = await operator.workspace();
  });
  afterAll(() => model.close());

  /** A new queue with the events that it gets: those of a pattern, or only what is sent to it alone. */
  async function listen(pattern?: string): Promise<{ queue: string; events: Event[] }> {
    const events: Event[] = [];
    const { queue } = await channel.assertQueue(`listening-${newId('event')}`, { exclusive: true });
    if (pattern !== undefined) await channel.bindQueue(queue, exchange, pattern);
    const keep = (message: ConsumeMessage | null) =>
      void events.push(JSON.parse(message?.content.toString() ?? '{}') as Event);
    await channel.consume(queue, keep, { noAck: true });
    return { queue, events };
  }

  it('receives messages that are valid by the AsyncAPI document', async () => {
    const { components } = asyncApiDocument();
    const schemas = new Ajv({ strict: false, validateFormats: false });
    schemas.addSchema({ $id: 'document', components });
    const { live } = workspace;
    const errorsOf = (event: Event) => {
      const payload = components.messages[event.type]?.payload.$ref ?? '#/missing';
      const isValid = schemas.compile({ $ref: `document${payload}` });
      return isValid(event) ? [] : isValid.errors;
    };
    const { events } = await listen('#');

    const { data: ticket } = await live.ok(api.createTicket, {
      body: { subject: 'Valid', contact: { email: 'valid@example.com' } },
    });
    await live.ok(api.updateTicket, { params: { ticket_id: ticket.id }, body: { status: 'pending' } });

    const types = ['contact.created', 'ticket.created', 'ticket.status_changed', 'ticket.updated'];
    await eventually(() => {
      const own = events.filter(({ subject }) => subject === ticket.id || subject === ticket.contact?.id);
      expect(own.map(({ type }) => type).toSorted()).toEqual(types);
      expect(own.flatMap(errorsOf)).toEqual([]);
    });
  });

  it('that comes late gets the events of the past day in its queue alone', async () => {
    const from = new Date().toISOString();
    const { data: ticket } = await workspace.live.ok(api.createTicket, {
      body: { subject: 'Before the queue' },
    });
    const { queue, events } = await listen();
    const heard = () => events.filter(({ subject }) => subject === ticket.id).length;
    const republish = (input: object) =>
      operator.run(api.republishEvents, { service: 'ticket', from, queue, ...input });
    await eventually(async () => {
      await republish({ types: 'ticket.created' });
      expect(heard()).toBeGreaterThan(0);
    });
    expect(await republish({ to: from })).toEqual({ published: 0, continue_after: null });
    const before = heard();
    const args = ['--from', from, '--to', new Date().toISOString(), '--queue', queue];
    const printed = JSON.parse(await operate('event:republish', args, operatorEnv)) as {
      published: Record<string, number>;
    };
    expect(printed).toMatchObject({
      queue,
      published: { contact: expect.any(Number), webhook: expect.any(Number) },
    });
    expect(printed.published['ticket']).toBeGreaterThan(0);
    await eventually(() => expect(heard()).toBeGreaterThan(before));
    await expect(republish({ queue: `${queue}-missing` })).rejects.toThrow('does not exist');
    await expect(republish({ queue: `${busPrefix}.unrouted.v2` })).rejects.toThrow('queue of the platform');
    await expect(republish({ types: 'nothing.*' })).rejects.toThrow('no event that matches');
  });

  it('gets events again with all others, and services skip what they have processed', async () => {
    const { live } = workspace;
    await using receiver = await Receiver.start();
    const { data: webhook } = await live.ok(api.createWebhook, {
      body: { url: receiver.url, events: ['ticket.created', 'ticket.updated'] },
    });
    const from = new Date().toISOString();
    const { data: ticket } = await live.ok(api.createTicket, { body: { subject: 'Published twice' } });
    await receiver.received('ticket.created', 1);
    const { events } = await listen('ticket.created');
    await eventually(async () => {
      await operator.run(api.republishEvents, { service: 'ticket', from, types: 'ticket.created' });
      expect(events.map(({ subject }) => subject)).toContain(ticket.id);
    });
    // Events of one record stay in order: once this one is delivered, the webhook service has seen the repeated one.
    await live.ok(api.updateTicket, { params: { ticket_id: ticket.id }, body: { status: 'pending' } });
    await receiver.received('ticket.updated', 1);
    const deliveries = { params: { webhook_id: webhook.id }, query: { event: 'ticket.created' } } as const;
    expect((await live.ok(api.listDeliveries, deliveries)).data).toHaveLength(1);
  });

  it('that publishes an event triggers its subscribers', async () => {
    const { live, credentials } = workspace;
    const { data: contact } = await live.ok(api.createContact, {
      body: { name: 'Dana', email: 'dana@example.com' },
    });
    const { data: ticket } = await live.ok(api.createTicket, {
      body: { subject: 'Whose is it?', contact: { email: 'dana@example.com' } },
    });

    const event = {
      specversion: '1.0',
      id: newId('event'),
      source: '/crm',
      type: 'contact.updated',
      subject: contact.id,
      time: new Date().toISOString(),
      workspaceid: credentials.workspace_id,
      mode: 'live',
      // Compared as text with that of the event before: a copy keeps what is newer.
      sequence: '9'.repeat(19),
      data: { ...contact, name: 'Dana Scully' },
    };
    channel.publish(exchange, event.type, Buffer.from(JSON.stringify(event)), {
      contentType: 'application/cloudevents+json',
      messageId: event.id,
      persistent: true,
    });

    await eventually(async () => {
      const { data } = await live.ok(api.getTicket, { params: { ticket_id: ticket.id } });
      expect(data.contact?.name).toBe('Dana Scully');
    });
  });
});
