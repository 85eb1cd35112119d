import { describe, expect, it } from '@jest/globals';
import * as api from '@parley/contracts';
import { type ApiClient, eventually } from '@parley/testing';
import { operator } from './platform.ts';
import { actingUser, auditOf, withKey } from './steps.ts';

const workspace = await operator.workspace();
const { live } = workspace;

const userOf = (role: api.Role, team?: string) =>
  actingUser(workspace, { role, ...(team === undefined ? {} : { team }) });

const [agent, colleague, stranger, viewer, admin] = await Promise.all([
  userOf('agent', 'Support'),
  userOf('agent', 'Support'),
  userOf('agent', 'Sales'),
  userOf('viewer'),
  userOf('admin'),
]);
const teams = (await live.ok(api.listTeams, { query: {} })).data;
const team = teams.find(({ name }) => name === 'Support')?.id ?? 'team_';

type NewView = Partial<api.Input<typeof api.createView>['body']>;
const created = async (client: ApiClient, body: NewView = {}) =>
  (await client.ok(api.createView, { body: { name: 'Open', resource: 'ticket', ...body } })).data;
const statusOf = async (client: ApiClient, { id }: api.View) =>
  (await client.call(api.getView, { params: { view_id: id } })).status;
const recordsOf = async (client: ApiClient, { id }: api.View, query: Record<string, unknown> = {}) =>
  client.ok(api.listRecordsOfView, { params: { view_id: id }, query });

const tag = crypto.randomUUID();
const ticketOf = async (body: Partial<api.Input<typeof api.createTicket>['body']>) =>
  (await live.ok(api.createTicket, { body: { subject: 'Where is it?', tags: [tag], ...body } })).data;
const mine = await ticketOf({ assignee_id: agent.id, priority: 'high', custom_fields: { plan: 'gold' } });
const theirs = await ticketOf({ assignee_id: colleague.id });
const nobodys = await ticketOf({ custom_fields: { plan: ['gold', 'old'] } });
const ofTag = { field: 'tag', op: 'eq', value: tag } as const;

describe('a view', () => {
  it('is seen by its owner alone while it is private', async () => {
    const view = await created(agent.client);
    expect(view).toMatchObject({ visibility: 'private', owner_id: agent.id, warnings: [], filter: {} });
    const seen = [agent, colleague, admin].map(({ client }) => statusOf(client, view));
    expect(await Promise.all(seen)).toEqual([200, 404, 404]);
    const listed = await colleague.client.ok(api.listViews, { query: {} });
    expect(listed.data.map(({ id }) => id)).not.toContain(view.id);
    const refused = await admin.client.call(api.deleteView, { params: { view_id: view.id } });
    expect(refused.status).toBe(404);
  });

  it('of a team is seen and written by its members and by admins', async () => {
    const view = await created(agent.client, { visibility: 'team', team_id: team });
    const seen = [colleague, admin, stranger, viewer].map(({ client }) => statusOf(client, view));
    expect(await Promise.all(seen)).toEqual([200, 200, 404, 404]);
    const params = { view_id: view.id };
    const { data } = await colleague.client.ok(api.updateView, { params, body: { name: 'Ours' } });
    expect(data.name).toBe('Ours');
    const kept = await colleague.client.call(api.updateView, {
      params,
      body: { visibility: 'private', team_id: null },
    });
    expect(kept.status).toBe(403);
  });

  it('is refused for a team of others and one that does not exist', async () => {
    const body = { name: 'Open', resource: 'ticket', visibility: 'team' } as const;
    const unknown = 'team_01h455vb4pex5vsknk084sn02q' as const;
    for (const [client, team_id] of [
      [stranger.client, team],
      [admin.client, unknown],
    ] as const) {
      const refused = await client.call(api.createView, { body: { ...body, team_id } });
      expect([refused.status, refused.body]).toMatchObject([422, { error: { param: 'team_id' } }]);
    }
  });

  it('of the workspace is seen by all and written by admins', async () => {
    const view = await created(admin.client, { visibility: 'workspace' });
    expect(await statusOf(viewer.client, view)).toBe(200);
    const params = { view_id: view.id };
    const refused = await agent.client.call(api.updateView, { params, body: { name: 'Mine' } });
    expect([refused.status, refused.body]).toMatchObject([403, { error: { code: 'role_forbidden' } }]);
    const body = { name: 'Open', resource: 'ticket', visibility: 'workspace' } as const;
    expect((await agent.client.call(api.createView, { body })).status).toBe(403);
    await admin.client.ok(api.deleteView, { params });
    await eventually(async () => {
      const entries = (await auditOf(workspace)).filter(({ details }) => details['view_id'] === view.id);
      return entries.map(({ type }) => type).join() === 'view.deleted,view.created';
    });
  });

  it('names the condition that is wrong, and changes nothing', async () => {
    const view = await created(agent.client);
    const filter = { all: [ofTag, { field: 'status', op: 'contains', value: 'open' }] } as const;
    for (const refused of [
      await agent.client.call(api.createView, { body: { name: 'Open', resource: 'ticket', filter } }),
      await agent.client.call(api.updateView, { params: { view_id: view.id }, body: { filter } }),
    ])
      expect([refused.status, refused.body]).toMatchObject([422, { error: { param: 'filter.all[1].op' } }]);
    const { data } = await agent.client.ok(api.getView, { params: { view_id: view.id } });
    expect(data).toEqual(view);
    const sort = await agent.client.call(api.createView, {
      body: { name: 'Open', resource: 'ticket', sort: 'last_message_at' },
    });
    expect(sort.body).toMatchObject({ error: { param: 'sort' } });
  });
});

describe('the records of a view', () => {
  it('are those that match for the caller, in the order and the form of the list', async () => {
    const all = [ofTag, { field: 'assignee', op: 'eq', value: 'me' }] as const;
    const view = await created(admin.client, { visibility: 'workspace', filter: { all: [...all] } });
    const { data, meta } = await recordsOf(agent.client, view);
    const [shown] = (await live.ok(api.listTickets, { query: { tag, assignee: agent.id } })).data;
    expect(data).toEqual([shown]);
    expect(meta).toMatchObject({ total_count: 1, total_count_relation: 'eq' });
    expect((await recordsOf(colleague.client, view)).data).toMatchObject([{ id: theirs.id }]);
  });

  it('are paged by cursors', async () => {
    const filter = {
      all: [ofTag],
      any: [
        { field: 'custom.plan', op: 'eq', value: 'gold' },
        { field: 'assignee', op: 'ne', value: null },
      ],
    } as const;
    const view = await created(agent.client, {
      filter: { all: [...filter.all], any: [...filter.any] },
      order: 'asc',
    });
    const first = await recordsOf(agent.client, view, { per_page: '2' });
    expect(first.data.map(({ id }) => id)).toEqual([mine.id, theirs.id]);
    const next = await recordsOf(agent.client, view, { per_page: '2', cursor: first.meta.next_cursor });
    expect(next.data.map(({ id }) => id)).toEqual([nobodys.id]);
    expect(next.meta.next_cursor).toBeNull();
    const sorted = await recordsOf(agent.client, view, { sort: 'priority', order: 'desc', per_page: '1' });
    expect(sorted.data).toMatchObject([{ id: mine.id }]);
  });

  it('need the scope of their resource', async () => {
    const view = await created(admin.client, { visibility: 'workspace' });
    const narrow = await withKey(workspace, 'views:read');
    for (const refused of [
      await narrow.call(api.listRecordsOfView, { params: { view_id: view.id } }),
      await narrow.call(api.countViews, { query: { ids: view.id } }),
    ])
      expect([refused.status, refused.body]).toMatchObject([403, { error: { code: 'insufficient_scope' } }]);
  });

  it('are counted for several views, without those that the caller does not see', async () => {
    const [tagged, unassigned, hidden] = await Promise.all([
      created(agent.client, { filter: { all: [ofTag] } }),
      created(agent.client, { filter: { all: [ofTag, { field: 'assignee', op: 'eq', value: null }] } }),
      created(colleague.client),
    ]);
    const ids = [unassigned, hidden, tagged].map(({ id }) => id).join();
    const { data, meta } = await agent.client.ok(api.countViews, { query: { ids } });
    expect(data).toEqual([
      { view_id: unassigned.id, count: 1, count_relation: 'eq' },
      { view_id: tagged.id, count: 3, count_relation: 'eq' },
    ]);
    expect(Date.parse(meta.as_of)).toBeGreaterThan(Date.parse(tagged.created_at) - 1);
    const many = Array.from({ length: 101 }, (_, n) => `view_${String(n).padStart(26, '0')}`).join();
    expect((await agent.client.call(api.countViews, { query: { ids: many } })).status).toBe(422);
  });

  it('have counts that follow the changes of records and of the view', async () => {
    const own = crypto.randomUUID();
    const filter = { all: [{ field: 'tag' as const, op: 'eq' as const, value: own }] };
    const view = await created(admin.client, { filter, visibility: 'workspace' });
    const ofMe = { all: [...filter.all, { field: 'assignee' as const, op: 'eq' as const, value: 'me' }] };
    const personal = await created(admin.client, { filter: ofMe, visibility: 'workspace' });
    const ids = [view.id, personal.id].join();
    const countsFor = async ({ client }: typeof agent) =>
      (await client.ok(api.countViews, { query: { ids } })).data.map(({ count }) => count);
    expect(await Promise.all([agent, colleague].map(countsFor))).toEqual([
      [0, 0],
      [0, 0],
    ]);
    const ticket = await ticketOf({ tags: [own], assignee_id: agent.id });
    await ticketOf({ tags: [own] });
    await eventually(async () =>
      expect(await Promise.all([agent, colleague].map(countsFor))).toEqual([
        [2, 1],
        [2, 0],
      ]),
    );
    await live.ok(api.deleteTicket, { params: { ticket_id: ticket.id } });
    await eventually(async () => expect(await countsFor(agent)).toEqual([1, 0]));
    const body = {
      filter: {
        all: [...filter.all, { field: 'status' as const, op: 'eq' as const, value: 'closed' as const }],
      },
    };
    await admin.client.ok(api.updateView, { params: { view_id: view.id }, body });
    expect(await countsFor(agent)).toEqual([0, 0]);
  });

  it('are listed although a tag, a user and a team do not exist, of which the view warns', async () => {
    const all: api.FilterCondition[] = [
      { field: 'tag', op: 'in', value: [tag, 'no such tag'] },
      { field: 'assignee', op: 'in', value: [agent.id, 'user_01h455vb4pex5vsknk084sn02q'] },
      { field: 'team', op: 'not_in', value: ['team_01h455vb4pex5vsknk084sn02q'] },
    ];
    // Tags that tickets bring along follow by events.
    await eventually(async () =>
      (await live.ok(api.listTags, { query: {} })).data.some(({ name }) => name === tag),
    );
    const view = await created(agent.client, { filter: { all } });
    expect(view.warnings.map(({ param }) => param)).toEqual([
      'filter.all[0].value[1]',
      'filter.all[1].value[1]',
      'filter.all[2].value[0]',
    ]);
    expect((await recordsOf(agent.client, view)).data).toMatchObject([{ id: mine.id }]);
  });
});
