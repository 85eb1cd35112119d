import { describe, expect, it } from '@jest/globals';
import * as api from '@parley/contracts';
import { eventually, refusalOf, type ApiClient } from '@parley/testing';
import { operator } from './platform.ts';
import { addUser, subscribed } from './steps.ts';

type Assignment = Partial<api.Assignment>;

/** A workspace with a team of so many members who are online. */
async function desk(assignment: Assignment, members: number) {
  const workspace = await operator.workspace();
  const { live } = workspace;
  const team = (await live.ok(api.createTeam, { body: { name: 'Support', assignment } })).data;
  const users: api.Id<'user'>[] = [];
  for (let nth = 0; nth < members; nth += 1) {
    const { id } = await addUser(workspace, { name: `Agent ${nth}`, role: 'agent' });
    await live.ok(api.addMember, { params: { team_id: team.id }, body: { user_id: id } });
    users.push(id);
  }
  const setAvailability = (
    user_id: api.Id<'user'>,
    availability: api.Input<typeof api.updateUser>['body']['availability'],
  ) => live.ok(api.updateUser, { params: { user_id }, body: { availability } });
  await Promise.all(users.map((id) => setAvailability(id, { status: 'online' })));
  return { ...workspace, team, users, setAvailability };
}

const openTicket = async (live: ApiClient, team_id: api.Id<'team'>, subject = 'Broken') =>
  (await live.ok(api.createTicket, { body: { subject, team_id } })).data;
const ticketNow = async (live: ApiClient, ticket_id: api.Id<'ticket'>) =>
  (await live.ok(api.getTicket, { params: { ticket_id } })).data;
const assigneeOf = (live: ApiClient, id: api.Id<'ticket'>) =>
  eventually(async () => {
    const { assignee } = await ticketNow(live, id);
    if (assignee === null) throw new Error('nobody is assigned');
    return assignee.id;
  });
const loadOf = async (live: ApiClient, team_id: api.Id<'team'>) =>
  (await live.ok(api.getTeamLoad, { params: { team_id } })).data;

describe('a team that assigns in turns', () => {
  it('gives each open record to the next member, as the actor assignment', async () => {
    const { live, team, users } = await desk({ mode: 'round_robin' }, 2);
    const receiver = await subscribed(live, 'ticket.assigned');
    const tickets = [];
    for (let nth = 0; nth < 4; nth += 1) tickets.push(await openTicket(live, team.id));
    const assignees = [];
    for (const { id } of tickets) assignees.push(await assigneeOf(live, id));
    for (const user of users) expect(assignees.filter((id) => id === user)).toHaveLength(2);
    const events = await receiver.receivedEvents('ticket.assigned', 4);
    for (const { body } of events) expect(body).toMatchObject({ actor: { type: 'assignment', id: null } });
    await receiver.close();
  });

  it('gives conversations as well as tickets', async () => {
    const { live, team, users } = await desk({ mode: 'round_robin' }, 1);
    const body = { contact: { email: 'dana@example.com' }, team_id: team.id };
    const { data } = await live.ok(api.createConversation, { body });
    await eventually(async () => {
      const read = await live.ok(api.getConversation, { params: { conversation_id: data.id } });
      return read.data.assignee?.id === users[0];
    });
  });
});

describe('a team that assigns by load', () => {
  it('gives nobody more than the limit, and the oldest first when a place becomes free', async () => {
    const { live, team, users } = await desk({ mode: 'least_loaded', max_open_per_user: 1 }, 2);
    const tickets = [];
    for (const subject of ['One', 'Two', 'Three', 'Four'])
      tickets.push((await openTicket(live, team.id, subject)).id);
    const [one, two, three, four] = tickets as [
      api.Id<'ticket'>,
      api.Id<'ticket'>,
      api.Id<'ticket'>,
      api.Id<'ticket'>,
    ];
    expect(new Set([await assigneeOf(live, one), await assigneeOf(live, two)])).toEqual(new Set(users));
    await eventually(async () => (await loadOf(live, team.id)).waiting === 2);
    const first = await assigneeOf(live, one);
    await live.ok(api.updateTicket, { params: { ticket_id: one }, body: { status: 'resolved' } });
    expect(await assigneeOf(live, three)).toBe(first);
    expect((await ticketNow(live, four)).assignee).toBeNull();
    await eventually(async () => {
      const load = await loadOf(live, team.id);
      return load.waiting === 1 && load.members.every(({ open }) => open === 1);
    });
  });

  it('gives nobody more than their capacity', async () => {
    const { live, team, users, setAvailability } = await desk({ mode: 'least_loaded' }, 2);
    const [busy, free] = users as [api.Id<'user'>, api.Id<'user'>];
    await setAvailability(busy, { capacity: 0 });
    await eventually(
      async () =>
        (await live.ok(api.getUser, { params: { user_id: busy } })).data.availability.capacity === 0,
    );
    for (let nth = 0; nth < 3; nth += 1) {
      const { id } = await openTicket(live, team.id);
      expect(await assigneeOf(live, id)).toBe(free);
    }
  });
});

describe('what waits', () => {
  it('is assigned when somebody becomes available', async () => {
    const { live, team, users, setAvailability } = await desk({ mode: 'round_robin' }, 1);
    const [user] = users as [api.Id<'user'>];
    await setAvailability(user, { status: 'away' });
    await eventually(async () => (await loadOf(live, team.id)).members[0]?.availability === 'away');
    const { id } = await openTicket(live, team.id);
    await eventually(async () => (await loadOf(live, team.id)).waiting === 1);
    expect((await ticketNow(live, id)).assignee).toBeNull();
    await setAvailability(user, { status: 'online' });
    expect(await assigneeOf(live, id)).toBe(user);
  });

  it('is assigned when the end of an absence has come', async () => {
    const { live, team, users, setAvailability } = await desk({ mode: 'round_robin' }, 1);
    const [user] = users as [api.Id<'user'>];
    const until = new Date(Date.now() + 2_000).toISOString();
    await setAvailability(user, { status: 'away', until });
    const { id } = await openTicket(live, team.id);
    expect(await assigneeOf(live, id)).toBe(user);
    expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(until));
    const { data } = await live.ok(api.getUser, { params: { user_id: user } });
    expect(data.availability).toEqual({ status: 'online', until: null, capacity: null });
  });

  it('is not assigned while it is snoozed, pending, or given to a team that assigns by hand', async () => {
    const { live, team, users } = await desk({ mode: 'round_robin' }, 1);
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
    const manual = (await live.ok(api.createTeam, { body: { name: 'By hand' } })).data;
    const asleep = await live.ok(api.createTicket, {
      body: { subject: 'Asleep', team_id: team.id, snoozed_until: tomorrow },
    });
    const byHand = await openTicket(live, manual.id);
    // What comes after them is assigned: they were looked at.
    expect(await assigneeOf(live, (await openTicket(live, team.id)).id)).toBe(users[0]);
    for (const { id } of [asleep.data, byHand]) expect((await ticketNow(live, id)).assignee).toBeNull();
    await live.ok(api.updateTicket, { params: { ticket_id: asleep.data.id }, body: { snoozed_until: null } });
    expect(await assigneeOf(live, asleep.data.id)).toBe(users[0]);
    await live.ok(api.updateTicket, { params: { ticket_id: byHand.id }, body: { team_id: team.id } });
    expect(await assigneeOf(live, byHand.id)).toBe(users[0]);
  });

  it('does not hold a place after it was merged into another record', async () => {
    const { live, team, users } = await desk({ mode: 'least_loaded', max_open_per_user: 2 }, 1);
    const [one, other] = [await openTicket(live, team.id), await openTicket(live, team.id)];
    for (const { id } of [one, other]) expect(await assigneeOf(live, id)).toBe(users[0]);
    const third = await openTicket(live, team.id);
    await eventually(async () => (await loadOf(live, team.id)).waiting === 1);
    await live.ok(api.mergeTickets, { params: { ticket_id: one.id }, body: { from_ids: [other.id] } });
    expect(await assigneeOf(live, third.id)).toBe(users[0]);
    await live.ok(api.unmergeTickets, { params: { ticket_id: one.id }, body: { ids: [other.id] } });
    await eventually(async () => (await loadOf(live, team.id)).members[0]?.open === 3);
  });

  it('is not given to users who have left the team or the workspace', async () => {
    const { live, team, users } = await desk({ mode: 'round_robin' }, 3);
    const [left, inactive, stays] = users as [api.Id<'user'>, api.Id<'user'>, api.Id<'user'>];
    await live.ok(api.removeMember, { params: { team_id: team.id, user_id: left } });
    await live.ok(api.updateUser, { params: { user_id: inactive }, body: { status: 'inactive' } });
    await eventually(async () => (await loadOf(live, team.id)).members.length === 1);
    for (let nth = 0; nth < 3; nth += 1)
      expect(await assigneeOf(live, (await openTicket(live, team.id)).id)).toBe(stays);
  });
});

describe('the availability of a user', () => {
  it('is offline until it is changed, by the user or an admin', async () => {
    const workspace = await operator.workspace();
    const user = await addUser(workspace, { role: 'agent' });
    const params = { user_id: user.id };
    const read = async () => (await workspace.live.ok(api.getUser, { params })).data.availability;
    expect(await read()).toEqual({ status: 'offline', until: null, capacity: null });
    await workspace.live.ok(api.updateUser, {
      params,
      body: { availability: { status: 'online', capacity: 5 } },
    });
    expect(await read()).toEqual({ status: 'online', until: null, capacity: 5 });
    await workspace.live.ok(api.updateUser, { params, body: { availability: { capacity: null } } });
    expect(await read()).toEqual({ status: 'online', until: null, capacity: null });
  });

  it('is that of the creator of an API key', async () => {
    const { live } = await operator.workspace();
    await live.ok(api.updateAvailability, { body: { availability: { status: 'online' } } });
    expect((await live.ok(api.getMe, {})).data.availability.status).toBe('online');
  });

  it.each([
    [{ status: 'busy' }, 'availability.status'],
    [{ until: '2020-01-01' }, 'availability.until'],
    [{ capacity: -1 }, 'availability.capacity'],
  ])('is not %j', async (availability, param) => {
    const workspace = await operator.workspace();
    const user = await addUser(workspace, { role: 'agent' });
    const refused = await workspace.live.call(api.updateUser, {
      params: { user_id: user.id },
      body: { availability } as never,
    });
    expect(refusalOf(refused)).toBe(`422 invalid_parameter ${param}`);
  });
});
