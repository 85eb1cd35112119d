import { describe, expect, it } from '@jest/globals';
import * as api from '@parley/contracts';
import { ApiClient, eventually, Receiver } from '@parley/testing';
import { operator } from './platform.ts';

type Query = api.Input<typeof api.listEvents>['query'];

const list = async (query: Query = {}, client = workspace.live) =>
  (await client.ok(api.listEvents, { query })).data;
const workspace = await operator.workspace();
const { live } = workspace;
const { data: ticket } = await live.ok(api.createTicket, { body: { subject: 'Printer is on fire' } });
const ticketId = ticket.id;
const params = { ticket_id: ticketId };
await live.ok(api.updateTicket, { params, body: { status: 'pending' } });
await live.ok(api.createContact, { body: { email: 'dana@example.com' } });
await eventually(async () => expect(await list()).toHaveLength(4));

describe('the event log', () => {
  it('has every event, the newest first, although no webhook is subscribed to it', async () => {
    const events = await list({ resource: ticketId });
    expect(events.map(({ event }) => event)).toEqual([
      'ticket.status_changed',
      'ticket.updated',
      'ticket.created',
    ]);
    expect(events.at(-1)).toMatchObject({
      workspace_id: workspace.credentials.workspace_id,
      mode: 'live',
      actor: { type: 'api_key' },
      data: { id: ticketId, subject: 'Printer is on fire', status: 'open' },
    });
    expect(events.at(1)).toMatchObject({ data: { status: 'pending' }, previous: { status: 'open' } });
    expect(await list({ resource: 'ticket_01h455vb4pex5vsknk084sn02q' })).toEqual([]);
    expect(await list({}, workspace.test)).toEqual([]);
  });

  it('shows each event as webhooks receive it', async () => {
    await using receiver = await Receiver.start();
    const body = { url: receiver.url, events: ['contact.created'] };
    await workspace.live.ok(api.createWebhook, { body });
    const { data } = await workspace.live.ok(api.createContact, { body: { email: 'kim@example.com' } });
    const [delivery] = await receiver.received('contact.created');
    const [event] = await list({ resource: data.id });
    expect(event).toEqual(delivery?.body);
  });

  it('shows a credential only the events of records that it may read', async () => {
    const { workspace_id: id, base_url: baseUrl } = workspace.credentials;
    const created = { workspace: id, name: 'Reader', scopes: 'contacts:read' };
    const { key } = await operator.run(api.createKey, created);
    const client = new ApiClient(baseUrl, key);
    expect(new Set((await list({}, client)).map(({ event }) => event))).toEqual(new Set(['contact.created']));
    const { status, body } = await client.call(api.listEvents, { query: { event: 'ticket.*' } });
    expect([status, body.error]).toMatchObject([403, { code: 'insufficient_scope', param: 'event' }]);
  });

  it('is followed with resume cursors, which miss nothing', async () => {
    const { live } = workspace;
    const first = await live.ok(api.listEvents, {
      query: { order: 'asc', per_page: '1', event: 'ticket.*' },
    });
    const seen = new Set(first.data.map(({ id }) => id));
    await live.ok(api.deleteTicket, { params: { ticket_id: ticketId } });
    let cursor = first.meta.resume_cursor ?? '';
    await eventually(async () => {
      const query = { order: 'asc', event: 'ticket.*', cursor } as const;
      const { data, meta } = await live.ok(api.listEvents, { query });
      for (const { id } of data) seen.add(id);
      cursor = meta.resume_cursor ?? '';
      expect(data.map(({ event }) => event)).toContain('ticket.deleted');
    });
    expect(seen).toEqual(new Set((await list({ event: 'ticket.*' })).map(({ id }) => id)));
  });
});
