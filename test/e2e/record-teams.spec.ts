import { describe, expect, it } from '@jest/globals';
import * as api from '@parley/contracts';
import { eventually, refusalOf } from '@parley/testing';
import { operator } from './platform.ts';
import { subscribed } from './steps.ts';

const { live } = await operator.workspace();
const createTeam = async (name: string) => (await live.ok(api.createTeam, { body: { name } })).data;

const records = {
  ticket: {
    create: async (team_id?: api.Id<'team'> | null) =>
      (await live.ok(api.createTicket, { body: { subject: 'Broken', team_id } })).data,
    change: (id: string, body: object) =>
      live.call(api.updateTicket, { params: { ticket_id: id as api.Id<'ticket'> }, body }),
    read: async (id: string) =>
      (await live.ok(api.getTicket, { params: { ticket_id: id as api.Id<'ticket'> } })).data,
    list: async (team: string) => (await live.ok(api.listTickets, { query: { team } })).data,
  },
  conversation: {
    create: async (team_id?: api.Id<'team'> | null) =>
      (await live.ok(api.createConversation, { body: { contact: { email: 'dana@example.com' }, team_id } }))
        .data,
    change: (id: string, body: object) =>
      live.call(api.updateConversation, { params: { conversation_id: id as api.Id<'conversation'> }, body }),
    read: async (id: string) =>
      (await live.ok(api.getConversation, { params: { conversation_id: id as api.Id<'conversation'> } }))
        .data,
    list: async (team: string) => (await live.ok(api.listConversations, { query: { team } })).data,
  },
} as const;

describe.each(['ticket', 'conversation'] as const)('the team of a %s', (kind) => {
  const { create, change, read, list } = records[kind];

  it('is none, or the one that it is created with', async () => {
    expect((await create()).team).toBeNull();
    const { id, name } = await createTeam(`Billing of ${kind}s`);
    const record = await create(id);
    expect(record.team).toEqual({ id, name });
    expect((await read(record.id)).team).toEqual({ id, name });
  });

  it('changes with its events, and once', async () => {
    const receiver = await subscribed(live, `${kind}.team_changed`);
    const [first, second] = [await createTeam(`First ${kind}`), await createTeam(`Second ${kind}`)];
    const { id } = await create(first.id);
    await change(id, { team_id: second.id });
    await change(id, { team_id: second.id });
    await change(id, { team_id: null });
    const events = await receiver.receivedEvents(`${kind}.team_changed`, 2);
    const changes = events
      .map(({ body }) => [(body as { previous?: { team: unknown } }).previous?.team, body.data['team']])
      .toSorted(([, to]) => (to === null ? 1 : -1));
    const summary = ({ id: teamId, name }: api.Team) => ({ id: teamId, name });
    expect(changes).toEqual([
      [summary(first), summary(second)],
      [summary(second), null],
    ]);
    await receiver.close();
  });

  it('finds the record', async () => {
    const [one, other] = [await createTeam(`One ${kind}`), await createTeam(`Other ${kind}`)];
    const [ofOne, ofOther, ofNone] = [await create(one.id), await create(other.id), await create()];
    const found = async (team: string) => (await list(team)).map(({ id }) => id).toSorted();
    expect(await found(one.id)).toEqual([ofOne.id]);
    expect(await found(`${one.id},${other.id}`)).toEqual([ofOne.id, ofOther.id].toSorted());
    const none = await found('none');
    expect(none).toContain(ofNone.id);
    expect(none).not.toContain(ofOne.id);
  });

  it('is a team of the workspace', async () => {
    const stranger = await (await operator.workspace()).live.ok(api.createTeam, { body: { name: 'Others' } });
    const { id } = await create();
    for (const team_id of [stranger.data.id, api.exampleId('team')])
      expect(refusalOf(await change(id, { team_id }))).toBe('422 invalid_parameter team_id');
    expect((await read(id)).team).toBeNull();
  });

  it('is shown by its new name after it was renamed', async () => {
    const { id: team_id } = await createTeam(`Old ${kind}`);
    const { id } = await create(team_id);
    await live.ok(api.updateTeam, { params: { team_id }, body: { name: `New ${kind}` } });
    await eventually(async () => (await read(id)).team?.name === `New ${kind}`);
  });

  it('is taken from the record when the team is deleted, and given to none after that', async () => {
    const { id: team_id } = await createTeam(`Gone ${kind}`);
    const receiver = await subscribed(live, `${kind}.team_changed`);
    const { id } = await create(team_id);
    await live.ok(api.deleteTeam, { params: { team_id } });
    await eventually(async () => (await read(id)).team === null);
    expect((await receiver.receivedEvents(`${kind}.team_changed`, 1))[0]?.body.data['id']).toBe(id);
    expect(refusalOf(await change(id, { team_id }))).toBe('422 invalid_parameter team_id');
    await receiver.close();
  });
});
