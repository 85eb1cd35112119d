import { afterEach, describe, expect, it } from '@jest/globals';
import * as api from '@parley/contracts';
import { ApiClient, eventually, EventStreamClient, StreamRefused, type StreamChoice } from '@parley/testing';
import { operator } from './platform.ts';
import { actingUser } from './steps.ts';

/** How often a client under load is cut off. */
const CUTS = 8;
const WRITERS = 4;

const workspace = await operator.workspace();

describe('the event stream', () => {
  const opened: EventStreamClient[] = [];
  afterEach(() => Promise.all(opened.splice(0).map((stream) => stream.close())));

  async function open(choice: StreamChoice = {}, client = workspace.live): Promise<EventStreamClient> {
    const stream = await EventStreamClient.open(client, choice);
    opened.push(stream);
    return stream;
  }
  const refusalOf = async (choice: StreamChoice, client = workspace.live) => {
    const error: unknown = await open(choice, client).catch((thrown: unknown) => thrown);
    if (!(error instanceof StreamRefused)) throw new Error('the stream was opened');
    return { ...error, error: (JSON.parse(error.body) as { error: Record<string, unknown> }).error };
  };
  const addTicket = async (subject: string) =>
    (await workspace.live.ok(api.createTicket, { body: { subject } })).data.id;
  const addContact = async () =>
    (await workspace.live.ok(api.createContact, { body: { email: `${crypto.randomUUID()}@example.com` } }))
      .data.id;
  const receives = (stream: EventStreamClient, ...types: string[]) =>
    eventually(() => expect(stream.types).toEqual(types));

  it('sends each event once, as the list shows it', async () => {
    const stream = await open();
    const id = await addTicket('Printer is on fire');
    await workspace.live.ok(api.updateTicket, { params: { ticket_id: id }, body: { status: 'pending' } });
    await receives(stream, 'ticket.created', 'ticket.updated', 'ticket.status_changed');
    const query = { resource: id, order: 'asc' } as const;
    expect(stream.events).toEqual((await workspace.live.ok(api.listEvents, { query })).data);
  });

  it('is neither compressed nor stored, nor buffered by proxies', async () => {
    const { headers } = (await open()).response;
    expect(headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
      'access-control-allow-origin': '*',
    });
    expect(headers).not.toHaveProperty('content-encoding');
    expect(Number(headers['x-ratelimit-limit'])).toBeGreaterThan(0);
  });

  it('is narrowed by types and a record', async () => {
    const all = await open();
    const id = await addTicket('Watched');
    // A stream begins where the oldest running transaction of the database began: possibly before this event.
    await receives(all, 'ticket.created');
    const [byType, byRecord] = [
      await open({ query: 'event=contact.*,ticket.deleted' }),
      await open({ query: `resource=${id}` }),
    ];
    await addContact();
    await workspace.live.ok(api.updateTicket, { params: { ticket_id: id }, body: { priority: 'high' } });
    await workspace.live.ok(api.deleteTicket, { params: { ticket_id: id } });
    await receives(byType, 'contact.created', 'ticket.deleted');
    await receives(byRecord, 'ticket.updated', 'ticket.deleted');
  });

  it('shows a credential only the events of records that it may read', async () => {
    const named = { workspace: workspace.credentials.workspace_id, name: 'Reader', scopes: 'contacts:read' };
    const { key } = await operator.run(api.createKey, named);
    const client = new ApiClient(workspace.credentials.base_url, key);
    const [stream, all] = [await open({}, client), await open()];
    const hidden = await addTicket('Hidden');
    await addContact();
    // The events of two services come in any order; one that comes later would be in the streams of the next test.
    await eventually(() => all.events.some(({ data }) => data['id'] === hidden));
    await receives(stream, 'contact.created');
  });

  it('continues behind the last event that the client has received', async () => {
    const first = await open();
    await addTicket('One');
    await receives(first, 'ticket.created');
    await first.close();
    await addContact();
    const byHeader = await open({ lastEventId: first.lastEventId });
    // The query of a client that reconnects by itself is that of its beginning.
    const byBoth = await open({ query: 'last_event_id=0', lastEventId: first.lastEventId });
    const byQuery = await open({ query: `last_event_id=${first.lastEventId}` });
    for (const stream of [byHeader, byBoth, byQuery]) await receives(stream, 'contact.created');
  });

  it('continues where it was opened if no event came', async () => {
    const first = await open();
    await eventually(() => first.lastEventId !== '');
    await first.close();
    await addContact();
    await receives(await open({ lastEventId: first.lastEventId }), 'contact.created');
  });

  it.each([
    ['is none', 'x', [400, 'invalid_parameter', 'Last-Event-ID']],
    [
      'is older than the log',
      `${'0'.repeat(16)}-${'0'.repeat(26)}-20200101`,
      [422, 'position_expired', 'Last-Event-ID'],
    ],
  ])('refuses a position that %s', async (_, lastEventId, refusal) => {
    const { status, error } = await refusalOf({ lastEventId });
    expect([status, error['code'], error['param']]).toEqual(refusal);
  });

  it(`has sent every event once to a client that was cut off ${CUTS} times under load`, async () => {
    const own = await operator.workspace();
    let isWriting = true;
    let written = 0;
    const write = async () => {
      while (isWriting) {
        const { data } = await own.live.ok(api.createTicket, { body: { subject: `Ticket ${written}` } });
        await own.live.ok(api.updateTicket, { params: { ticket_id: data.id }, body: { priority: 'high' } });
        written += 2;
      }
    };
    let stream = await EventStreamClient.open(own.live);
    const writers = Array.from({ length: WRITERS }, write);
    const seen: string[] = [];
    const take = () => seen.push(...stream.events.map(({ id }) => id));
    for (let cut = 0; cut < CUTS; cut += 1) {
      // The cut comes anywhere in what is written.
      await eventually(() => stream.events.length > cut);
      await stream.close();
      take();
      stream = await EventStreamClient.open(own.live, { lastEventId: stream.lastEventId });
    }
    isWriting = false;
    await Promise.all(writers);
    await eventually(() => expect(seen.length + stream.events.length).toBeGreaterThanOrEqual(written));
    await stream.close();
    take();
    const { meta } = await own.live.ok(api.listEvents, { query: {} });
    expect([new Set(seen).size, seen.length]).toEqual([written, written]);
    expect(meta.total_count).toBe(written);
  });

  describe('ends when', () => {
    const scopes = 'tickets:read';

    it('its key is revoked', async () => {
      const named = { workspace: workspace.credentials.workspace_id, name: 'Revoked', scopes };
      const { id, key } = await operator.run(api.createKey, named);
      const client = new ApiClient(workspace.credentials.base_url, key);
      const stream = await open({}, client);
      await operator.run(api.revokeKey, { id });
      await stream.ended;
      expect(await refusalOf({}, client)).toMatchObject({ status: 401 });
    });

    it('its user has another role', async () => {
      const user = await actingUser(workspace, { role: 'admin' }, 'tickets:read,webhooks:manage');
      const stream = await open({}, user.client);
      await operator.run(api.overrideUser, { id: user.id, role: 'agent' });
      await stream.ended;
    });
  });
});
