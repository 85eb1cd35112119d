import { beforeAll, describe, expect, it } from '@jest/globals';
import {
  createTicket,
  createUser,
  getContact,
  getTicket,
  listTickets,
  Ticket,
  updateTicket,
} from '@parley/contracts';
import type { TestWorkspace } from '@parley/testing';
import { operator } from './platform.ts';

describe('tickets', () => {
  let workspace: TestWorkspace;

  beforeAll(async () => {
    workspace = await operator.workspace();
  });

  it('opens a ticket for a contact that it makes on the way, and reads it back the same', async () => {
    const { live } = workspace;
    const { data: ticket } = await live.ok(createTicket, {
      body: {
        subject: 'Printer on fire',
        description: 'It burns.',
        priority: 'urgent',
        tags: ['Hardware', 'hardware', 'fire'],
        custom_fields: { floor: 3, rooms: ['a', 'b'] },
        contact: { email: 'Dana@Example.com', name: 'Dana' },
      },
    });
    expect(Ticket.parse(ticket)).toEqual(ticket);
    expect(ticket).toMatchObject({
      subject: 'Printer on fire',
      description: 'It burns.',
      status: 'open',
      priority: 'urgent',
      sla: { status: 'on_track' },
      first_responded_at: null,
      assignee: null,
      contact: { name: 'Dana', email: 'Dana@Example.com' },
      tags: ['Hardware', 'fire'],
      custom_fields: { floor: 3, rooms: ['a', 'b'] },
    });
    expect(Date.parse(ticket.sla.first_response_due) - Date.parse(ticket.created_at)).toBe(3_600_000);
    const read = await live.ok(getTicket, { params: { ticket_id: ticket.id } });
    expect(read.data).toEqual(ticket);
    const contact = await live.ok(getContact, { params: { contact_id: ticket.contact?.id ?? 'contact_' } });
    expect(contact.data).toMatchObject({ email: 'Dana@Example.com', name: 'Dana' });
  });

  it('finds a contact by its address without regard to case', async () => {
    const { live } = workspace;
    const [one, two] = await Promise.all(
      ['kim@example.com', 'KIM@example.com'].map((email) =>
        live.ok(createTicket, { body: { subject: 'Hello', contact: { email } } }),
      ),
    );
    expect(one?.data.contact?.id).toBe(two?.data.contact?.id);
  });

  it('assigns a ticket to an active user only', async () => {
    const { live, credentials } = workspace;
    const user = { workspace: credentials.workspace_id, name: 'Alex' };
    const active = await operator.run(createUser, { ...user, email: 'alex@example.com' });
    const inactive = await operator.run(createUser, {
      ...user,
      email: 'gone@example.com',
      status: 'inactive',
    });
    const { data: ticket } = await live.ok(createTicket, {
      body: { subject: 'Assign me', assignee_id: active.id },
    });
    expect(ticket.assignee).toEqual({ id: active.id, name: 'Alex' });
    const params = { ticket_id: ticket.id };
    const refused = await live.call(updateTicket, { params, body: { assignee_id: inactive.id } });
    expect([refused.status, refused.body.error.param]).toEqual([422, 'assignee_id']);
    const unknown = { assignee_id: 'user_01h455vb4pex5vsknk084sn02q' } as const;
    expect((await live.call(updateTicket, { params, body: unknown })).status).toBe(422);
    const freed = await live.ok(updateTicket, { params, body: { assignee_id: null } });
    expect(freed.data.assignee).toBeNull();
  });

  it('refuses an assignee of another workspace', async () => {
    const other = await operator.workspace();
    const stranger = await operator.run(createUser, {
      workspace: other.credentials.workspace_id,
      email: 'stranger@example.com',
      name: 'Stranger',
    });
    const answer = await workspace.live.call(createTicket, {
      body: { subject: 'x', assignee_id: stranger.id },
    });
    expect([answer.status, answer.body.error.param]).toEqual([422, 'assignee_id']);
  });

  it('changes only what a patch asks for, and nothing when it asks for what is', async () => {
    const { live } = workspace;
    const { data: ticket } = await live.ok(createTicket, {
      body: { subject: 'Patch me', custom_fields: { a: 1, b: 2 } },
    });
    const params = { ticket_id: ticket.id };
    const patched = await live.ok(updateTicket, {
      params,
      body: { status: 'pending', custom_fields: { b: null, c: true } },
    });
    expect(patched.data).toMatchObject({
      subject: 'Patch me',
      status: 'pending',
      custom_fields: { a: 1, c: true },
    });
    const again = await live.ok(updateTicket, {
      params,
      body: { status: 'pending', custom_fields: { c: true } },
    });
    expect(again.data).toEqual(patched.data);
    const empty = await live.ok(updateTicket, { params, body: {} });
    expect(empty.data).toEqual(patched.data);
  });

  it('stops the clock when a ticket ends and starts it anew when it is reopened unanswered', async () => {
    const { live } = workspace;
    const { data: ticket } = await live.ok(createTicket, { body: { subject: 'Clock', priority: 'high' } });
    const params = { ticket_id: ticket.id };
    await live.ok(updateTicket, { params, body: { status: 'resolved' } });
    const reopened = await live.ok(updateTicket, { params, body: { status: 'open' } });
    expect(Date.parse(reopened.data.sla.first_response_due)).toBeGreaterThan(
      Date.parse(ticket.sla.first_response_due),
    );
  });

  it('accepts 1 MiB of nothing but what the limits allow', async () => {
    const { live } = workspace;
    const long = await live.call(createTicket, { body: { subject: 'x'.repeat(513) } });
    expect([long.status, long.body.error.param]).toEqual([422, 'subject']);
    const huge = await live.call(createTicket, {
      body: { subject: 'x', description: 'x'.repeat(1024 * 1024) },
    });
    expect(huge.status).toBe(400);
  });
});

describe('the list of tickets', () => {
  let workspace: TestWorkspace;
  const priorities = ['low', 'urgent', 'normal', 'high', 'urgent', 'low', 'normal'] as const;

  beforeAll(async () => {
    workspace = await operator.workspace();
    for (const [index, priority] of priorities.entries()) {
      const { data } = await workspace.live.ok(createTicket, {
        body: { subject: `Ticket ${index}`, priority },
      });
      const params = { ticket_id: data.id };
      if (index % 2 === 1) await workspace.live.ok(updateTicket, { params, body: { status: 'closed' } });
    }
  });

  const subjects = (body: { data: { subject: string }[] }) =>
    body.data.map(({ subject }) => subject.slice(-1)).join('');

  it('shows the newest first', async () => {
    expect(subjects(await workspace.live.ok(listTickets, { query: {} }))).toBe('6543210');
  });

  it('filters by status and counts what matches', async () => {
    const closed = await workspace.live.ok(listTickets, { query: { status: 'closed' } });
    expect(subjects(closed)).toBe('531');
    expect(closed.meta).toMatchObject({ total_count: 3, total_pages: 1, total_count_relation: 'eq' });
  });

  it('sorts by priority in its rank, ties by age', async () => {
    const query = { sort: 'priority', order: 'desc' } as const;
    expect(subjects(await workspace.live.ok(listTickets, { query }))).toBe('4136250');
  });

  it('gives every ticket once, by page and by cursor, with links that lead on', async () => {
    const { live } = workspace;
    const first = await live.ok(listTickets, { query: { per_page: '3' } });
    expect(first.meta).toMatchObject({ current_page: 1, per_page: 3, total_pages: 3, total_count: 7 });
    expect(first.links).toMatchObject({ prev: null });
    const second = await live.raw<typeof first>('GET', first.links.next ?? '');
    const third = await live.raw<typeof first>('GET', second.body.links.next ?? '');
    expect([first, second.body, third.body].map(subjects)).toEqual(['654', '321', '0']);
    expect(third.body.links.next).toBeNull();
    const continued = await live.ok(listTickets, {
      query: { per_page: '3', cursor: first.meta.next_cursor ?? '' },
    });
    expect(subjects(continued)).toBe('321');
  });

  it('is empty past its end', async () => {
    const beyond = await workspace.live.ok(listTickets, { query: { page: '9' } });
    expect([beyond.data, beyond.meta.total_count]).toEqual([[], 7]);
  });

  it.each([
    ['page', '0', 422],
    ['page', 'two', 422],
    ['page', '500', 422],
    ['per_page', '-1', 422],
    ['sort', 'subject', 422],
    ['order', 'up', 422],
    ['status', 'open,closed', 422],
    ['assignee', 'nobody', 422],
    ['cursor', 'garbage', 400],
  ])('refuses %s=%s', async (param, value, status) => {
    const answer = await workspace.live.call(listTickets, { query: { [param]: value } });
    expect([answer.status, answer.body.error.param]).toEqual([status, param]);
  });

  it('clamps per_page to 100', async () => {
    const answer = await workspace.live.ok(listTickets, { query: { per_page: '1000' } });
    expect(answer.meta.per_page).toBe(100);
  });
});
