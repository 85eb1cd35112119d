import { beforeAll, describe, expect, it } from '@jest/globals';
import * as api from '@parley/contracts';
import { connected, eventually, refusalOf, type Sent, type TestWorkspace } from '@parley/testing';
import { databaseUrl, operator } from './platform.ts';
import { addUser, dueOf, subscribed, withKey } from './steps.ts';

const workspace = await operator.workspace();

describe('tickets', () => {
  it('creates a ticket with a new contact, and retrieves it unchanged', async () => {
    const { live } = workspace;
    const body = {
      subject: 'Printer on fire',
      description: 'It burns.',
      external_id: 'ORD-1042',
      priority: 'urgent' as const,
      tags: ['Hardware', 'hardware', 'fire'],
      custom_fields: { floor: 3, rooms: ['a', 'b'] },
      contact: { email: 'Dana@Example.com', name: 'Dana' },
    };
    const { data: ticket } = await live.ok(api.createTicket, { body });
    expect(ticket).toMatchObject({
      ...body,
      tags: ['Hardware', 'fire'],
      status: 'open',
      sla: { status: 'on_track' },
      first_responded_at: null,
      assignee: null,
    });
    expect(dueOf(ticket) - Date.parse(ticket.created_at)).toBe(3_600_000);
    const read = await live.ok(api.getTicket, { params: { ticket_id: ticket.id } });
    expect(read.data).toEqual(ticket);
    const params = { contact_id: ticket.contact?.id ?? 'contact_' };
    expect((await live.ok(api.getContact, { params })).data).toMatchObject(body.contact);
  });

  it('assigns a ticket only to an active user of the workspace', async () => {
    const { live } = workspace;
    const { id } = await addUser(workspace, { name: 'Alex' });
    const body = { subject: 'Assign me', assignee_id: id };
    const { data: ticket } = await live.ok(api.createTicket, { body });
    expect(ticket.assignee).toEqual({ id, name: 'Alex' });
    const params = { ticket_id: ticket.id };
    const inactive = await addUser(workspace, { status: 'inactive' });
    const stranger = await addUser(await operator.workspace());
    for (const assignee_id of [inactive.id, 'user_01h455vb4pex5vsknk084sn02q', stranger.id]) {
      const refused = await live.call(api.updateTicket, { params, body: { assignee_id } });
      expect(refusalOf(refused)).toBe('422 invalid_parameter assignee_id');
    }
    const freed = await live.ok(api.updateTicket, { params, body: { assignee_id: null } });
    expect(freed.data.assignee).toBeNull();
  });

  it('changes only the given fields, and nothing if they already have the given values', async () => {
    const { live } = workspace;
    const created = { subject: 'Patch me', custom_fields: { a: 1, b: 2 } };
    const { data: ticket } = await live.ok(api.createTicket, { body: created });
    const params = { ticket_id: ticket.id };
    const body = { status: 'pending' as const, custom_fields: { b: null, c: true } };
    const { data: patched } = await live.ok(api.updateTicket, { params, body });
    expect(patched).toEqual({
      ...ticket,
      status: 'pending',
      custom_fields: { a: 1, c: true },
      updated_at: expect.any(String),
    });
    for (const same of [body, {}])
      expect((await live.ok(api.updateTicket, { params, body: same })).data).toEqual(patched);
  });

  it('tells when it was resolved and closed, and how often it was reopened', async () => {
    const { live } = workspace;
    const { data: ticket } = await live.ok(api.createTicket, { body: { subject: 'On and off' } });
    const none = { resolved_at: null, closed_at: null, reopened_count: 0 };
    expect(ticket).toMatchObject(none);
    const move = async (status: api.TicketStatus) =>
      (await live.ok(api.updateTicket, { params: { ticket_id: ticket.id }, body: { status } })).data;
    const resolved = await move('resolved');
    const { resolved_at, sla } = resolved;
    expect(Date.parse(resolved_at ?? '')).toBeGreaterThanOrEqual(Date.parse(ticket.created_at));
    expect([resolved.closed_at, sla?.metrics[0]?.stopped_at]).toEqual([null, resolved_at]);
    const closed = await move('closed');
    expect(closed).toMatchObject({ resolved_at, sla, closed_at: expect.any(String), reopened_count: 0 });
    expect(await move('pending')).toMatchObject({ ...none, reopened_count: 1 });
    expect(await move('open')).toMatchObject({ ...none, reopened_count: 1 });
    expect(await move('closed')).toMatchObject({ resolved_at: null, closed_at: expect.any(String) });
    const { data: read } = await live.ok(api.getTicket, { params: { ticket_id: ticket.id } });
    expect(await move('open')).toMatchObject({ ...none, reopened_count: read.reopened_count + 1 });
  });

  it('finds a ticket by its SLA status after each transition, which sends an event', async () => {
    const { live } = await operator.workspace();
    await using receiver = await subscribed(live, 'ticket.*');
    // The tests give tickets of low priority four seconds (test/setup).
    const body = { subject: 'Late', priority: 'low' as const };
    const { data: ticket } = await live.ok(api.createTicket, { body });
    const found = async (sla_status: api.SlaStatus) =>
      (await live.ok(api.listTickets, { query: { sla_status } })).data.map(({ id }) => id);
    const due = dueOf(ticket);
    const [warning] = await receiver.received('ticket.sla_warning', 1);
    expect(warning?.at).toBeGreaterThanOrEqual(due - 1_000);
    const measured = { metric: 'first_response', policy_id: null };
    expect(warning?.body).toMatchObject({
      ...measured,
      data: { id: ticket.id, sla: { status: 'warning', metrics: [{ status: 'warning' }] } },
    });
    const [breach] = await receiver.received('ticket.sla_breached', 1);
    expect(breach?.at).toBeGreaterThan(due);
    expect([await found('breached'), await found('warning')]).toEqual([[ticket.id], []]);
    const { data: logged } = await live.ok(api.listEvents, { query: { event: 'ticket.sla_breached' } });
    expect(logged).toMatchObject([measured]);
    const updates = await receiver.received('ticket.updated', 2);
    const slaOf = (status: api.SlaStatus) =>
      ticket.sla && { ...ticket.sla, status, metrics: ticket.sla.metrics.map((one) => ({ ...one, status })) };
    expect(updates.map(({ body }) => body.previous)).toEqual([
      { sla: slaOf('on_track') },
      { sla: slaOf('warning') },
    ]);
    const params = { ticket_id: ticket.id };
    const lower = await live.ok(api.updateTicket, { params, body: { priority: 'high' } });
    expect(lower.data.sla?.status).toBe('on_track');
    const raised = await live.ok(api.updateTicket, { params, body: { priority: 'low' } });
    expect(raised.data.sla?.status).toBe('breached');
    expect(await receiver.received('ticket.sla_breached', 2)).toHaveLength(2);
  });
});

describe('a bulk update of tickets', () => {
  let workspace: TestWorkspace;

  beforeAll(async () => {
    workspace = await operator.workspace();
  });

  const create = async (count: number, fields = {}): Promise<api.Id<'ticket'>[]> => {
    const ids: api.Id<'ticket'>[] = [];
    for (let index = 0; index < count; index += 1)
      ids.push((await workspace.live.ok(api.createTicket, { body: { subject: 'Bulk', ...fields } })).data.id);
    return ids;
  };
  const read = async (id: api.Id<'ticket'> = 'ticket_') =>
    (await workspace.live.ok(api.getTicket, { params: { ticket_id: id } })).data;

  it('accepts every field that may be the same in several', async () => {
    const { live, credentials } = workspace;
    const user = await addUser(workspace, { name: 'Bulk' });
    const inbox = await operator.run(api.createInbox, { workspace: credentials.workspace_id, name: 'Bulk' });
    const ids = await create(2, { tags: ['old', 'stays'], custom_fields: { a: 1, b: 2 } });
    const update: api.Input<typeof api.updateTickets>['body']['update'] = {
      status: 'pending',
      priority: 'urgent',
      assignee_id: user.id,
      inbox_id: inbox.id,
      add_tags: ['new'],
      remove_tags: ['OLD'],
      custom_fields: { a: null, c: true },
    };
    const result = await live.ok(api.updateTickets, { body: { ids, update } });
    expect(result).toEqual({
      data: ids.map((id) => ({ id, status: 'updated' })),
      meta: { total: 2, succeeded: 2, failed: 0 },
    });
    const { status, priority, inbox_id } = update;
    for (const id of ids)
      expect(await read(id)).toMatchObject({
        ...{ status, priority, inbox_id },
        assignee: { id: user.id, name: 'Bulk' },
        tags: ['stays', 'new'],
        custom_fields: { b: 2, c: true },
      });
    await live.ok(api.updateTickets, { body: { ids, update: { tags: ['only'], assignee_id: null } } });
    expect(await read(ids[0])).toMatchObject({ tags: ['only'], assignee: null });
  });

  it('fails only the tickets whose result would exceed a limit', async () => {
    const tags = Array.from({ length: 50 }, (_, index) => `tag ${index}`);
    const [full = 'ticket_'] = await create(1, { tags });
    const [empty = 'ticket_'] = await create(1);
    const body = { ids: [full, empty], update: { add_tags: ['one more'] } };
    const { data } = await workspace.live.ok(api.updateTickets, { body });
    expect(data.map(({ status, error }) => [status, error?.code, error?.param])).toEqual([
      ['failed', 'too_many_items', 'update.add_tags'],
      ['updated', undefined, undefined],
    ]);
    expect((await read(full)).tags).toHaveLength(50);
  });

  it('writes at most 1 MiB to its tickets together', async () => {
    const { live } = workspace;
    const update = { custom_fields: { note: 'é'.repeat(8_000) } };
    const most = Math.floor(1024 ** 2 / Buffer.byteLength(JSON.stringify(update)));
    const ids = Array.from({ length: most }, (_, index) => `ticket_${index}`);
    const { meta } = await live.ok(api.updateTickets, { body: { ids, update } });
    expect(meta).toEqual({ total: most, succeeded: 0, failed: most });
    const over = await live.call(api.updateTickets, { body: { ids: [...ids, 'ticket_last'], update } });
    expect(over.status).toBe(422);
    expect(over.body.error).toMatchObject({
      code: 'too_many_items',
      param: 'ids',
      message: expect.stringContaining(`at most ${most} different ids`),
    });
  });

  it('that waits with ten others leaves the tickets of other workspaces to them', async () => {
    const { live: stranger } = await operator.workspace();
    const [held = 'ticket_'] = await create(1);
    await using holder = await connected(databaseUrl);
    await holder.query('begin');
    await holder.query('select 1 from ticket.ticket where id = $1 for update', [api.uuidOf('ticket', held)]);
    const body = { ids: [held], update: { status: 'pending' as const } };
    const waiting = Promise.all(
      Array.from({ length: 11 }, () => workspace.live.ok(api.updateTickets, { body })),
    );
    // Half of the connections, which are the share of a workspace.
    await eventually(async () => {
      const { rows } = await holder.query(
        "select 1 from pg_locks where not granted and locktype in ('transactionid', 'tuple')",
      );
      return rows.length >= 5;
    });
    expect((await stranger.ok(api.listTickets, { query: {} })).data).toEqual([]);
    await stranger.ok(api.createTicket, { body: { subject: 'Not delayed' } });
    await holder.query('rollback');
    const results = (await waiting).flatMap(({ data }) => data.map(({ status }) => status));
    expect(results.toSorted()).toEqual([...Array<string>(10).fill('unchanged'), 'updated']);
  });

  it('sends the same events as single updates', async () => {
    // One of its own: what was changed before may still be on its way to webhooks.
    workspace = await operator.workspace();
    const { live } = workspace;
    const ids = await create(2);
    await using receiver = await subscribed(live, 'ticket.*');
    for (let time = 0; time < 2; time += 1)
      await live.ok(api.updateTickets, { body: { ids, update: { status: 'pending' } } });
    const params = { ticket_id: ids[0] ?? 'ticket_' };
    await live.ok(api.updateTicket, { params, body: { subject: 'Last' } });
    const news = await receiver.received('ticket.updated', 3);
    const changes = news.filter(({ body }) => 'status' in (body.previous ?? {}));
    expect(changes.map(({ body }) => [body.data['id'], body.previous]).toSorted()).toEqual(
      ids.map((id) => [id, { status: 'open' }]).toSorted(),
    );
    expect(news).toHaveLength(3);
    const told = await receiver.received('ticket.status_changed', 2);
    expect(told.map(({ body }) => body.previous)).toEqual([{ status: 'open' }, { status: 'open' }]);
  });
});

describe('a ticket that links a conversation', () => {
  let workspace: TestWorkspace;

  beforeAll(async () => {
    workspace = await operator.workspace();
  });

  const converse = async (email = `${crypto.randomUUID()}@example.com`, client = workspace.live) =>
    (await client.ok(api.createConversation, { body: { contact: { email, name: 'Dana' } } })).data;
  const open = async (body: Partial<api.Input<typeof api.createTicket>['body']>) =>
    (await workspace.live.ok(api.createTicket, { body: { subject: 'Linked', ...body } })).data;
  const write = (conversation: api.Conversation, body: Sent<typeof api.createMessage>['body']) =>
    workspace.live.ok(api.createMessage, { params: { conversation_id: conversation.id }, body });
  const read = async ({ id }: api.Ticket) =>
    (await workspace.live.ok(api.getTicket, { params: { ticket_id: id } })).data;

  it('has the contact of the conversation, given or not', async () => {
    const conversation = await converse();
    const { contact } = conversation;
    const by = { conversation_id: conversation.id };
    const [id, email] = [contact.id, contact.email?.toUpperCase() ?? ''];
    for (const named of [{}, { contact: { id } }, { contact: { email } }, { contact: { id, email } }]) {
      const ticket = await open({ ...by, ...named });
      expect(ticket).toMatchObject({ conversation_id: conversation.id, contact });
      expect(await read(ticket)).toEqual(ticket);
    }
    const body = { subject: 'x', ...by, contact: { id, email: 'other@example.com' } };
    const refused = await workspace.live.call(api.createTicket, { body });
    expect(refusalOf(refused)).toBe('422 invalid_parameter contact.email');
    const without = await open({});
    expect([without.conversation_id, without.contact]).toEqual([null, null]);
    const params = { ticket_id: without.id };
    for (const link of [by, { conversation_id: null }]) {
      const { data: changed } = await workspace.live.ok(api.updateTicket, { params, body: link });
      expect(changed).toMatchObject({ ...link, contact });
      expect(await read(changed)).toEqual(changed);
    }
  });

  it('cannot link a conversation of another contact or tenant, or an unknown one', async () => {
    const { live, test } = workspace;
    const stranger = await operator.workspace();
    const ticket = await open({ contact: { email: 'someone@example.com' } });
    const others = [
      (await converse('else@example.com')).id,
      (await converse('someone@example.com', test)).id,
      (await converse('someone@example.com', stranger.live)).id,
      'conv_01h455vb4pex5vsknk084sn02q',
    ] as const;
    for (const conversation of others) {
      const by = { conversation_id: conversation };
      const contact = { email: 'someone@example.com' };
      for (const refused of [
        await live.call(api.createTicket, { body: { subject: 'x', contact, ...by } }),
        await live.call(api.updateTicket, { params: { ticket_id: ticket.id }, body: by }),
      ])
        expect(refusalOf(refused)).toBe('422 invalid_parameter conversation_id');
    }
    const unknown = { email: 'never-seen@example.com' };
    const body = { subject: 'x', contact: unknown, conversation_id: others[0] };
    expect((await live.call(api.createTicket, { body })).status).toBe(422);
    expect((await live.ok(api.listContacts, { query: { email: unknown.email } })).data).toEqual([]);
    expect(await read(ticket)).toEqual(ticket);
  });

  it('requires a key that may read conversations', async () => {
    const narrow = await withKey(workspace, 'tickets:write');
    const wide = await withKey(workspace, 'tickets:write,conversations:read');
    const by = { conversation_id: (await converse()).id };
    const body = { subject: 'Mine', conversation_id: null };
    const { data: ticket } = await narrow.ok(api.createTicket, { body });
    const params = { ticket_id: ticket.id };
    for (const refused of [
      await narrow.call(api.createTicket, { body: { subject: 'Whose?', ...by } }),
      await narrow.call(api.updateTicket, { params, body: by }),
    ]) {
      expect(refusalOf(refused)).toBe('403 insufficient_scope conversation_id');
      expect(refused.headers.get('www-authenticate')).toBe(
        'Bearer realm="api", error="insufficient_scope", scope="conversations:read"',
      );
    }
    expect(await read(ticket)).toEqual(ticket);
    expect((await wide.ok(api.updateTicket, { params, body: by })).data).toMatchObject(by);
  });

  it('has its first response when a user first replies, which stops the SLA timer', async () => {
    // One of its own: what was changed before may still be on its way to webhooks.
    workspace = await operator.workspace();
    const { live } = workspace;
    await using receiver = await subscribed(live, 'ticket.updated');
    const conversation = await converse();
    const ticket = await open({ conversation_id: conversation.id });
    await write(conversation, { body: 'Between us', type: 'note' });
    await write(conversation, { body: 'For the record', type: 'comment' });
    await write(conversation, { body: 'Hello?', author: { type: 'contact' } });
    const { data: reply } = await write(conversation, { body: 'We are on it', type: 'reply' });
    const [news] = await receiver.received('ticket.updated');
    await write(conversation, { body: 'Still on it', type: 'reply' });
    expect(news?.body.data).toMatchObject({ id: ticket.id, first_responded_at: reply.created_at });
    expect(news?.body.previous).toEqual({ first_responded_at: null, sla: ticket.sla });
    const answered = await read(ticket);
    expect(answered.first_responded_at).toBe(reply.created_at);
    expect(answered.sla?.metrics).toMatchObject([{ stopped_at: reply.created_at }]);
    // A change of priority does not affect a stopped SLA timer.
    const raise = { params: { ticket_id: ticket.id }, body: { priority: 'urgent' } } as const;
    const { data: raised } = await live.ok(api.updateTicket, raise);
    expect(raised.sla).toEqual(answered.sla);
    await receiver.received('ticket.updated', 2);
    expect(receiver.of('ticket.updated')).toHaveLength(2);
  });

  it('is not answered by a reply that is older than the ticket', async () => {
    const conversation = await converse();
    await write(conversation, { body: 'Early', type: 'reply' });
    const ticket = await open({ conversation_id: conversation.id });
    const other = await open({ conversation_id: conversation.id });
    const { data: reply } = await write(conversation, { body: 'Late', type: 'reply' });
    await eventually(async () => (await read(other)).first_responded_at === reply.created_at);
    expect((await read(ticket)).first_responded_at).toBe(reply.created_at);
  });

  it('are deleted for good: from lists, totals, tag counts, search and bulk updates, with an event', async () => {
    const { live } = await operator.workspace();
    await using receiver = await subscribed(live, 'ticket.deleted');
    const body = { subject: 'Zweifelderball', tags: ['sport'], contact: { email: 'ball@example.com' } };
    const { data: ticket } = await live.ok(api.createTicket, { body });
    await live.ok(api.createTicket, { body: { subject: 'Kept', tags: ['sport'] } });
    const sent = { params: { ticket_id: ticket.id } };
    await live.ok(api.deleteTicket, sent);
    for (const operation of [api.getTicket, api.deleteTicket, api.updateTicket])
      expect((await live.call(operation, { ...sent, body: { subject: 'Back' } })).status).toBe(404);
    const bulk = await live.ok(api.updateTickets, {
      body: { ids: [ticket.id], update: { subject: 'Back' } },
    });
    expect(bulk.data).toMatchObject([{ id: ticket.id, status: 'failed', error: { code: 'not_found' } }]);
    for (const [query, total] of [
      [{}, 1],
      [{ status: 'open' as const }, 1],
      [{ q: 'zweifelderball' }, 0],
      [{ tag: 'sport' }, 1],
    ] as const)
      expect((await live.ok(api.listTickets, { query })).meta.total_count).toBe(total);
    await eventually(async () =>
      expect((await live.ok(api.listTags, { query: {} })).data).toMatchObject([{ name: 'sport', count: 1 }]),
    );
    expect((await live.ok(api.listContacts, { query: {} })).meta.total_count).toBe(1);
    const [event] = await receiver.received('ticket.deleted');
    expect(event?.body.data).toEqual({ id: ticket.id });
  });
});
