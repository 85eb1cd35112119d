import { describe, expect, it } from '@jest/globals';
import * as api from '@parley/contracts';
import { type ApiClient, eventually } from '@parley/testing';
import { operator } from './platform.ts';
import { query } from './session-api/query.ts';
import { actingUser, addUser, auditOf, withKey } from './steps.ts';

const workspace = await operator.workspace();
const { live } = workspace;

const userOf = (role: api.Role, name: string, team?: string) =>
  actingUser(workspace, { role, name, ...(team === undefined ? {} : { team }) });

const [agent, colleague, stranger, admin] = await Promise.all([
  userOf('agent', 'Kim Lee', 'Support'),
  userOf('agent', 'Alex Ray', 'Support'),
  userOf('agent', 'Sam Poe', 'Sales'),
  userOf('admin', 'Robin Day'),
]);
const teams = (await live.ok(api.listTeams, { query: {} })).data;
const team = teams.find(({ name }) => name === 'Support')?.id ?? 'team_';

type NewMacro = Partial<api.Input<typeof api.createMacro>['body']>;
const created = async (client: ApiClient, body: NewMacro = {}) =>
  (await client.ok(api.createMacro, { body: { name: 'Hello', body: 'Hello', ...body } })).data;
const tagNamed = async (name: string) => (await live.ok(api.createTag, { body: { name } })).data;
const converse = async (contact: { email: string }, more = {}) =>
  (await live.ok(api.createConversation, { body: { contact, ...more } })).data;
const readConversation = async ({ id }: api.Conversation) =>
  (await live.ok(api.getConversation, { params: { conversation_id: id } })).data;
const readTicket = async ({ id }: api.Ticket) =>
  (await live.ok(api.getTicket, { params: { ticket_id: id } })).data;
const messagesOf = async (id: api.Id<'conversation'>) =>
  (await live.ok(api.listMessages, { params: { conversation_id: id }, query: {} })).data;
const apply = (client: ApiClient, macro: api.Macro, body: api.Input<typeof api.applyMacro>['body']) =>
  client.call(api.applyMacro, { params: { macro_id: macro.id }, body });
const applied = async (client: ApiClient, macro: api.Macro, body: api.Input<typeof api.applyMacro>['body']) =>
  (await client.ok(api.applyMacro, { params: { macro_id: macro.id }, body })).data;

describe('a macro', () => {
  it('is seen by its audience, and written by those who may', async () => {
    const own = await created(agent.client);
    const ofTeam = await created(agent.client, { visibility: 'team', team_id: team });
    const ofAll = await created(admin.client, { visibility: 'workspace' });
    const statusOf = async (client: ApiClient, { id }: api.Macro) =>
      (await client.call(api.getMacro, { params: { macro_id: id } })).status;
    for (const [macro, statuses] of [
      [own, [200, 404, 404, 404]],
      [ofTeam, [200, 200, 404, 200]],
      [ofAll, [200, 200, 200, 200]],
    ] as const) {
      const seen = [agent, colleague, stranger, admin].map(({ client }) => statusOf(client, macro));
      expect(await Promise.all(seen)).toEqual(statuses);
    }
    const listed = await stranger.client.ok(api.listMacros, { query: {} });
    expect(listed.data.map(({ id }) => id)).toEqual([ofAll.id]);
    const params = { macro_id: ofTeam.id };
    expect((await colleague.client.ok(api.updateMacro, { params, body: { name: 'Ours' } })).data.name).toBe(
      'Ours',
    );
    const refused = await agent.client.call(api.updateMacro, {
      params: { macro_id: ofAll.id },
      body: { name: 'Mine' },
    });
    expect([refused.status, refused.body]).toMatchObject([403, { error: { code: 'role_forbidden' } }]);
    const conversation = await converse({ email: 'dana@example.com' });
    expect((await apply(stranger.client, ofTeam, { conversation_id: conversation.id })).status).toBe(404);
    await admin.client.ok(api.deleteMacro, { params: { macro_id: ofAll.id } });
    await eventually(async () => {
      const entries = (await auditOf(workspace)).filter(({ details }) => details['macro_id'] === ofAll.id);
      return entries.map(({ type }) => type).join() === 'macro.deleted,macro.created';
    });
  });

  it('names what is wrong with it, and is not saved', async () => {
    const macro = await created(agent.client);
    const unknown = { user: 'user_01h455vb4pex5vsknk084sn02q', team: 'team_01h455vb4pex5vsknk084sn02q' };
    for (const [body, param, part] of [
      [{ body: 'Hi {{contact.nick}}' }, 'body', '{{contact.nick}}'],
      [{ body: 'Hi {{ custom. }}' }, 'body', '{{custom.}}'],
      [{ body: 'Hi {{contact.name' }, 'body', '{{ without }}'],
      [{ body: '  ' }, 'body', ''],
      [{ body: null, actions: {} }, 'body', 'without actions'],
      [{ actions: { status: 'done' } }, 'actions.status', ''],
      [{ actions: { snooze_for: '2 days' } }, 'actions.snooze_for', 'duration'],
      [{ actions: { snooze_for: '400d' } }, 'actions.snooze_for', 'a year'],
      [{ actions: { status: 'closed', snooze_for: '2d' } }, 'actions.snooze_for', 'snooze'],
      [{ actions: { assignee_id: 'you' } }, 'actions.assignee_id', 'user id'],
      [{ actions: { assignee_id: unknown.user } }, 'actions.assignee_id', 'active user'],
      [{ actions: { team_id: unknown.team } }, 'actions.team_id', 'team'],
      [{ actions: { add_tags: ['no such tag'] } }, 'actions.add_tags[0]', 'tag'],
      [{ visibility: 'team' }, 'team_id', 'required'],
      [{ team_id: team }, 'team_id', 'null'],
    ] as const) {
      const params = { macro_id: macro.id };
      for (const refused of [
        await agent.client.call(api.createMacro, { body: { name: 'Bad', body: 'Hello', ...body } as never }),
        await agent.client.call(api.updateMacro, { params, body: body as never }),
      ]) {
        expect([refused.status, refused.body]).toMatchObject([422, { error: { param } }]);
        expect(refused.body.error.message).toContain(part);
      }
    }
    const others = await agent.client.call(api.createMacro, {
      body: {
        name: 'Theirs',
        body: 'Hello',
        visibility: 'team',
        team_id: teams.find(({ name }) => name === 'Sales')?.id ?? 'team_',
      },
    });
    expect([others.status, others.body]).toMatchObject([422, { error: { param: 'team_id' } }]);
    const { data } = await agent.client.ok(api.getMacro, { params: { macro_id: macro.id } });
    expect(data).toEqual(macro);
  });
});

describe('a macro that is applied', () => {
  it('to a conversation posts its text as the caller and makes its changes', async () => {
    await tagNamed('waiting');
    const contact = { email: `${crypto.randomUUID()}@example.com`, name: 'Dana Reyes', company: 'Acme' };
    await live.ok(api.createContact, { body: contact });
    const conversation = await converse(
      { email: contact.email },
      {
        subject: 'Where is it?',
        tags: ['new', 'vip'],
        custom_fields: { order: 4711, colors: ['red', 'blue'] },
      },
    );
    const macro = await created(agent.client, {
      body:
        'Hello {{ contact.first_name | there }} of {{contact.company}}, about {{number}} ({{subject}}), {{custom.order}}, ' +
        '{{custom.colors}}, {{custom.size|any size}}{{contact.phone}}: {{user.name}}',
      actions: {
        status: 'pending',
        priority: 'high',
        assignee_id: 'me',
        team_id: team,
        add_tags: ['waiting'],
        remove_tags: ['NEW'],
        snooze_for: '2d',
      },
    });
    const body = `Hello Dana of Acme, about ${conversation.number} (Where is it?), 4711, red, blue, any size: Kim Lee`;
    const preview = await applied(agent.client, macro, { conversation_id: conversation.id, preview: true });
    expect(preview).toMatchObject({
      ...{ macro_id: macro.id, conversation_id: conversation.id, ticket_id: null, is_preview: true },
      message: { id: null, type: 'reply', body },
    });
    const until = preview.changes.find(({ field }) => field === 'snoozed_until')?.to as string;
    const changes = [
      { field: 'status', from: 'open', to: 'pending' },
      { field: 'priority', from: 'normal', to: 'high' },
      { field: 'assignee_id', from: null, to: agent.id },
      { field: 'team_id', from: null, to: team },
      { field: 'tags', from: ['new', 'vip'], to: ['vip', 'waiting'] },
    ];
    expect(preview.changes).toEqual([...changes, { field: 'snoozed_until', from: null, to: until }]);
    expect(Math.abs(Date.parse(until) - Date.now() - 2 * 86_400_000)).toBeLessThan(60_000);
    expect(await readConversation(conversation)).toEqual(conversation);
    expect(await messagesOf(conversation.id)).toEqual([]);

    const done = await applied(agent.client, macro, { conversation_id: conversation.id });
    expect(done.changes.slice(0, -1)).toEqual(changes);
    const [message] = await messagesOf(conversation.id);
    expect(message).toMatchObject({ id: done.message?.id, type: 'reply', body, author: { id: agent.id } });
    expect(await readConversation(conversation)).toMatchObject({
      ...{ status: 'pending', priority: 'high', tags: ['vip', 'waiting'], messages_count: 1 },
      ...{ assignee: { id: agent.id }, team: { id: team }, snoozed_until: expect.any(String) },
    });
    const again = await applied(
      colleague.client,
      await created(colleague.client, { body: null, actions: { status: 'pending' } }),
      {
        conversation_id: conversation.id,
      },
    );
    expect(again).toMatchObject({ message: null, changes: [] });
  });

  it('to a ticket begins its conversation, and writes notes', async () => {
    const { data: ticket } = await live.ok(api.createTicket, {
      body: { subject: 'Broken', contact: { email: `${crypto.randomUUID()}@example.com` } },
    });
    const macro = await created(agent.client, {
      body: '{{contact.name|No name}} asks about {{subject}}',
      message_type: 'note',
      actions: { status: 'resolved' },
    });
    const preview = await applied(agent.client, macro, { ticket_id: ticket.id, preview: true });
    expect(preview).toMatchObject({
      message: { id: null, type: 'note', body: 'No name asks about Broken' },
      changes: [{ field: 'status', from: 'open', to: 'resolved' }],
    });
    expect(await readTicket(ticket)).toEqual(ticket);
    const done = await applied(agent.client, macro, { ticket_id: ticket.id });
    const after = await readTicket(ticket);
    expect(after).toMatchObject({ status: 'resolved', conversation_id: expect.any(String) });
    const conversation = after.conversation_id ?? 'conv_';
    expect(await messagesOf(conversation)).toMatchObject([{ id: done.message?.id, type: 'note' }]);
    const next = await applied(agent.client, await created(agent.client), { ticket_id: ticket.id });
    expect((await messagesOf(conversation)).map(({ id }) => id)).toContain(next.message?.id);
  });

  it('changes nothing if a part of it cannot be done', async () => {
    const gone = await tagNamed('gone soon');
    const leaving = await addUser(workspace, { name: 'Leaving' });
    const { data: closing } = await live.ok(api.createTeam, { body: { name: 'Closing' } });
    const bad = {
      'actions.add_tags[0]': await created(agent.client, {
        actions: { status: 'closed', add_tags: [gone.name] },
      }),
      'actions.assignee_id': await created(agent.client, {
        actions: { status: 'closed', assignee_id: leaving.id },
      }),
      'actions.team_id': await created(agent.client, { actions: { status: 'closed', team_id: closing.id } }),
      'actions.status': await created(agent.client, { actions: { status: 'resolved', priority: 'low' } }),
    };
    await live.ok(api.deleteTag, { params: { tag_id: gone.id } });
    await live.ok(api.deleteTeam, { params: { team_id: closing.id } });
    await live.ok(api.updateUser, { params: { user_id: leaving.id }, body: { status: 'inactive' } });
    const conversation = await converse({ email: 'dana@example.com' });
    const tooMany = await created(agent.client, { actions: { status: 'closed', add_tags: ['waiting'] } });
    const tags = Array.from({ length: 50 }, (_, index) => `tag ${index}`);
    const full = await converse({ email: 'dana@example.com' }, { tags });
    for (const preview of [true, false]) {
      for (const [param, macro] of Object.entries(bad)) {
        const refused = await apply(agent.client, macro, { conversation_id: conversation.id, preview });
        expect([refused.status, refused.body]).toMatchObject([422, { error: { param } }]);
      }
      const refused = await apply(agent.client, tooMany, { conversation_id: full.id, preview });
      expect(refused.body).toMatchObject({ error: { code: 'invalid_parameter', param: 'actions.add_tags' } });
    }
    for (const untouched of [conversation, full]) {
      expect(await readConversation(untouched)).toEqual(untouched);
      expect(await messagesOf(untouched.id)).toEqual([]);
    }
    const { data: ticket } = await live.ok(api.createTicket, { body: { subject: 'Nobody' } });
    for (const preview of [true, false]) {
      const macro = await created(agent.client, { actions: { status: 'closed' } });
      const refused = await apply(agent.client, macro, { ticket_id: ticket.id, preview });
      expect([refused.status, refused.body]).toMatchObject([422, { error: { param: 'ticket_id' } }]);
    }
    expect(await readTicket(ticket)).toEqual(ticket);
  });

  it('is rolled back on a ticket whose conversation refuses the message', async () => {
    const conversation = await converse({ email: 'dana@example.com' });
    const { data: ticket } = await live.ok(api.createTicket, {
      body: { subject: 'Linked', conversation_id: conversation.id },
    });
    const macro = await created(agent.client, { actions: { status: 'closed' } });
    // The ticket learns of no deletion that was made like this, but by the event of its link, which asks for the conversation.
    await eventually(async () => {
      const handled = await query(
        `select from ticket.outbox o join ticket.processed_event p on p.message_id = o.id
          where o.type = 'ticket.conversation_linked' and o.envelope->'data'->>'id' = $1`,
        [ticket.id],
      );
      return handled.length > 0;
    });
    const uuid = api.uuidOf('conversation', conversation.id);
    await query('delete from conversation.conversation where id = $1', [uuid]);
    expect((await apply(agent.client, macro, { ticket_id: ticket.id })).status).toBe(404);
    expect(await readTicket(ticket)).toEqual(ticket);
  });

  it('needs the scopes of what it reads and changes', async () => {
    const conversation = await converse({ email: 'dana@example.com' });
    const macro = await created(admin.client, {
      ...{ visibility: 'workspace', body: 'Of {{contact.company}}' },
      actions: { status: 'closed' },
    });
    const body = { conversation_id: conversation.id };
    for (const [scopes, preview, status] of [
      ['macros:read', true, 403],
      ['macros:read,conversations:read', true, 403],
      ['macros:read,conversations:read,contacts:read', true, 200],
      ['macros:read,conversations:read,contacts:read', false, 403],
      ['macros:read,conversations:read,contacts:read,tickets:write', false, 403],
      ['conversations:read,conversations:write,contacts:read', true, 403],
    ] as const) {
      const client = await withKey(workspace, scopes);
      expect((await apply(client, macro, { ...body, preview })).status).toBe(status);
    }
    expect(await readConversation(conversation)).toEqual(conversation);
    const writer = await withKey(
      workspace,
      'macros:read,conversations:read,conversations:write,contacts:read',
    );
    expect((await apply(writer, macro, body)).status).toBe(200);
    expect(await readConversation(conversation)).toMatchObject({ status: 'closed', messages_count: 1 });
  });

  it('is applied once however often the request is repeated', async () => {
    const conversation = await converse({ email: 'dana@example.com' });
    const macro = await created(agent.client);
    const sent = { params: { macro_id: macro.id }, body: { conversation_id: conversation.id } };
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const first = await agent.client.call(api.applyMacro, sent, headers);
    const second = await agent.client.call(api.applyMacro, sent, headers);
    expect([second.status, second.body]).toEqual([first.status, first.body]);
    expect(await messagesOf(conversation.id)).toHaveLength(1);
  });

  it('takes one record, and leaves a value that looks like a variable as it is', async () => {
    const conversation = await converse({ email: 'dana@example.com' }, { subject: '{{user.email}} <b>' });
    const macro = await created(agent.client, { body: '{{subject}}' });
    const done = await applied(agent.client, macro, { conversation_id: conversation.id, preview: true });
    expect(done.message?.body).toBe('{{user.email}} <b>');
    for (const body of [
      {},
      { conversation_id: conversation.id, ticket_id: 'ticket_01h455vb4pex5vsknk084sn02q' },
    ] as const) {
      const refused = await apply(agent.client, macro, body);
      expect([refused.status, refused.body]).toMatchObject([422, { error: { param: 'ticket_id' } }]);
    }
  });
});
