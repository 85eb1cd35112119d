import { describe, expect, it } from '@jest/globals';
import * as api from '@parley/contracts';
import { refusalOf, eventually, type ApiClient } from '@parley/testing';
import { Browser, hasPassword } from '../e2e/oauth/browser.ts';
import { operator } from '../e2e/platform.ts';
import { addUser, auditOf } from '../e2e/steps.ts';

const workspace = await operator.workspace();
const newUser = async (email: string, of = workspace) =>
  (await of.live.ok(api.addUser, { body: { email, name: 'Kim' } })).data;

describe('an admin', () => {
  it('invites users, who sign in with the password that they choose on a link', async () => {
    const { live, test, credentials } = workspace;
    const { invitation, ...user } = await newUser('New@example.com');
    const days = (Date.parse(invitation.expires_at) - Date.parse(user.created_at)) / 86_400_000;
    expect(Math.round(days)).toBe(7);
    expect(user).toMatchObject({
      email: 'New@example.com',
      role: 'agent',
      status: 'invited',
      avatar_url: null,
    });
    const params = { user_id: user.id };
    for (const client of [live, test]) expect((await client.ok(api.getUser, { params })).data).toEqual(user);
    const assign = () => live.call(api.createTicket, { body: { subject: 'Assigned', assignee_id: user.id } });
    expect(refusalOf(await assign())).toBe('422 invalid_parameter assignee_id');
    for (const status of ['active', 'inactive'] as const) {
      const changed = await live.call(api.updateUser, { params, body: { status } });
      expect([status, changed.status]).toEqual([status, status === 'active' ? 422 : 200]);
    }
    const browser = new Browser(credentials.auth_url);
    expect((await browser.open(invitation.url)).status).toBe(404);
    const email = credentials.email.toUpperCase();
    const taken = await live.call(api.addUser, { body: { email, name: 'Other' } });
    expect(refusalOf(taken)).toBe('422 duplicate_value email');
    const toInvited = await live.call(api.updateUser, { params, body: { status: 'invited' } });
    expect(refusalOf(toInvited)).toBe('422 invalid_parameter status');
  });

  it('brings an invited user back whom an admin deactivated by another invitation alone', async () => {
    const { live, credentials } = workspace;
    const { id } = await newUser('back@example.com');
    const params = { user_id: id };
    const changeStatus = (status: 'active' | 'inactive') =>
      live.call(api.updateUser, { params, body: { status } });
    expect((await changeStatus('inactive')).status).toBe(200);
    expect(refusalOf(await changeStatus('active'))).toBe('422 invalid_parameter status');
    const { invitation, ...again } = await newUser('Back@example.com');
    expect(again).toMatchObject({ id, status: 'invited' });
    const browser = new Browser(credentials.auth_url);
    const password = 'four words of a song';
    await browser.submit(await browser.open(invitation.url), hasPassword, { password, repeated: password });
    expect((await live.ok(api.getUser, { params })).data.status).toBe('active');
    for (const status of ['inactive', 'active'] as const)
      expect((await changeStatus(status)).status).toBe(200);
    const taken = await live.call(api.addUser, { body: { email: 'back@example.com', name: 'Kim' } });
    expect(refusalOf(taken)).toBe('422 duplicate_value email');
  });

  it('invites a user again, whose earlier link ends, and who is active once a password is chosen', async () => {
    const { live, credentials } = workspace;
    const first = await newUser('twice@example.com');
    const body = { email: 'Twice@example.com', name: 'Kim Lee', role: 'viewer' as const };
    const key = { 'idempotency-key': crypto.randomUUID() };
    const again = await live.ok(api.addUser, { body }, key);
    // A lost response is repeated, the link included.
    expect(await live.ok(api.addUser, { body }, key)).toEqual(again);
    const { invitation, ...user } = again.data;
    expect(user).toMatchObject({ id: first.id, ...body, status: 'invited' });
    const browser = new Browser(credentials.auth_url);
    expect((await browser.open(first.invitation.url)).status).toBe(404);
    const page = await browser.open(invitation.url);
    expect(page.text).toContain('You are invited to the workspace');
    const password = 'four words of a song';
    const joined = await browser.submit(page, hasPassword, { password, repeated: password });
    expect([joined.status, joined.text]).toEqual([200, expect.stringContaining('You have joined')]);
    const { data } = await live.ok(api.getUser, { params: { user_id: user.id } });
    expect(data.status).toBe('active');
    const signIn = await browser.open(`${credentials.auth_url}/`);
    const sent = { email: user.email, password, workspace: credentials.workspace_id, action: 'sign-in' };
    const { status, url } = await browser.submit(signIn, hasPassword, sent);
    expect([status, new URL(url).pathname]).toEqual([200, '/console/']);
  });

  it('changes the address of a user, which nobody else may have', async () => {
    const { live } = workspace;
    const [kim, lee] = [await newUser('kim@example.com'), await newUser('lee@example.com')];
    const params = { user_id: kim.id };
    const taken = await live.call(api.updateUser, { params, body: { email: lee.email.toUpperCase() } });
    expect(refusalOf(taken)).toBe('422 duplicate_value email');
    const { data } = await live.ok(api.updateUser, { params, body: { email: 'Kim.Lee@example.com' } });
    expect(data.email).toBe('Kim.Lee@example.com');
    await newUser('kim@example.com');
  });

  it('creates, changes and deletes teams with their members', async () => {
    const { live } = workspace;
    const user = await newUser('member@example.com');
    const team = (await live.ok(api.createTeam, { body: { name: 'Billing', description: 'Invoices' } })).data;
    expect(team).toMatchObject({ name: 'Billing', description: 'Invoices', members_count: 0 });
    const params = { team_id: team.id };
    for (let time = 0; time < 2; time += 1)
      expect((await live.ok(api.addMember, { params, body: { user_id: user.id } })).data.id).toBe(user.id);
    expect((await live.ok(api.getTeam, { params })).data.members_count).toBe(1);
    const renamed = await live.ok(api.updateTeam, { params, body: { name: 'Payments', description: null } });
    expect(renamed.data).toMatchObject({ name: 'Payments', description: null, members_count: 1 });
    const taken = await live.call(api.createTeam, { body: { name: 'Payments' } });
    expect([taken.status, taken.body.error.param]).toEqual([422, 'name']);
    const stranger = await operator.workspace();
    const foreign = await newUser('foreign@example.com', stranger);
    const refused = await live.call(api.addMember, { params, body: { user_id: foreign.id } });
    expect([refused.status, refused.body.error.param]).toEqual([422, 'user_id']);

    await live.ok(api.removeMember, { params: { ...params, user_id: user.id } });
    expect((await live.call(api.removeMember, { params: { ...params, user_id: user.id } })).status).toBe(404);
    expect((await live.ok(api.listMembers, { params, query: {} })).data).toEqual([]);
    await live.ok(api.addMember, { params, body: { user_id: user.id } });
    await live.ok(api.deleteTeam, { params });
    expect((await live.call(api.getTeam, { params })).status).toBe(404);
    expect((await live.ok(api.getUser, { params: { user_id: user.id } })).data.status).toBe('invited');
    const types = (await auditOf(workspace)).slice(0, 6).map(({ type }) => type.replace('team.', ''));
    expect(types).toEqual([
      'deleted',
      'member_added',
      'member_removed',
      'updated',
      'member_added',
      'created',
    ]);
  });

  it('creates and renames inboxes in both modes, and deletes those without tickets', async () => {
    const { live, test } = workspace;
    const inbox = (await live.ok(api.addInbox, { body: { name: 'Returns' } })).data;
    const params = { inbox_id: inbox.id };
    await live.ok(api.updateInbox, { params, body: { name: 'Refunds' } });
    for (const client of [live, test])
      expect((await client.ok(api.getInbox, { params })).data.name).toBe('Refunds');
    const ticket = (await test.ok(api.createTicket, { body: { subject: 'x', inbox_id: inbox.id } })).data;
    const refused = await live.call(api.deleteInbox, { params });
    expect([refused.status, refused.body.error.param]).toEqual([422, 'inbox_id']);
    await test.ok(api.updateTicket, { params: { ticket_id: ticket.id }, body: { inbox_id: null } });
    await live.ok(api.deleteInbox, { params });
    for (const client of [live, test]) {
      expect((await client.call(api.getInbox, { params })).status).toBe(404);
      const { data } = await client.ok(api.listInboxes, { query: {} });
      expect(data.map(({ id }) => id)).not.toContain(inbox.id);
    }
  });
});

it('a user who is deactivated leaves their open work to others, and keeps what is done', async () => {
  const { live, test } = workspace;
  const { id } = await addUser(workspace);
  const ticketOf = async (client: ApiClient, status: 'open' | 'pending' | 'resolved' | 'closed') => {
    const { data } = await client.ok(api.createTicket, { body: { subject: 'x', assignee_id: id } });
    await client.ok(api.updateTicket, { params: { ticket_id: data.id }, body: { status } });
    return data.id;
  };
  const open = [await ticketOf(live, 'open'), await ticketOf(live, 'pending')];
  const done = [await ticketOf(live, 'resolved'), await ticketOf(live, 'closed')];
  const tested = await ticketOf(test, 'open');
  const contact = { email: 'dana@example.com' };
  const { data: talk } = await live.ok(api.createConversation, { body: { contact, assignee_id: id } });
  await live.ok(api.updateUser, { params: { user_id: id }, body: { status: 'inactive' } });

  const ticket = async (ticketId: (typeof open)[number], client = live) =>
    (await client.ok(api.getTicket, { params: { ticket_id: ticketId } })).data;
  await eventually(async () => {
    const assignees = [
      ...(await Promise.all(open.map((one) => ticket(one)))),
      await ticket(tested, test),
      (await live.ok(api.getConversation, { params: { conversation_id: talk.id } })).data,
    ].map(({ assignee }) => assignee);
    return assignees.every((assignee) => assignee === null);
  });
  for (const one of done) expect((await ticket(one)).assignee?.id).toBe(id);
});
