import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import * as api from '@parley/contracts';
import { eventually, type ApiClient } from '@parley/testing';
import { operator, operatorEnv } from './platform.ts';
import { addUser, dueOf, subscribed } from './steps.ts';

const root = join(import.meta.dirname, '../..');
const NOBODYS = '--workspace ws_01h455vb4pex5vsknk084sn02q';
const COUNTS = { tickets: 260, conversations: 110, contacts: 70 };
/** Runs the command in a process of its own, as an operator does. */
async function run(...args: readonly string[]) {
  const env = { ...process.env, ...operatorEnv, NODE_OPTIONS: '' };
  const program = ['apps/cli/bin/parley.mjs', 'seed', ...args];
  const ran = promisify(execFile)(process.execPath, program, { cwd: root, env });
  return ran.then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    (error: unknown) => error as { code: number; stdout: string; stderr: string },
  );
}

const asked = Object.entries(COUNTS).flatMap(([kind, count]) => [`--${kind}`, String(count)]);

type ItemOf<O extends api.Operation> = api.Result<O> extends api.Page<infer Item> ? Item : never;

/** All items of a list, by its cursor. */
async function allOf<O extends api.Operation>(client: ApiClient, list: O, query: object = {}, params = {}) {
  const items: ItemOf<O>[] = [];
  let cursor: string | null = null;
  do {
    const page = { per_page: '100', ...query, ...(cursor === null ? {} : { cursor }) };
    const { body } = await client.call(list, { query: page, params });
    const { data, meta } = body as unknown as {
      data: ItemOf<O>[];
      meta: { next_cursor: string | null; total_count: number };
    };
    items.push(...data);
    cursor = meta.next_cursor;
    if (cursor === null) expect([list.id, query, meta.total_count]).toEqual([list.id, query, items.length]);
  } while (cursor !== null);
  return items;
}

const workspace = await operator.workspace();
const live = workspace.live;
const { workspace_id: id } = workspace.credentials;
await addUser(workspace);
await addUser(workspace, { status: 'inactive' });
await operator.run(api.createInbox, { workspace: id, name: 'Support' });
const receiver = await subscribed(live, '*');
const seed = () => run('--workspace', id, ...asked, '--seed', '7');
const outcome = await seed();

describe('parley seed', () => {
  it('writes sample data to a workspace and reports the counts in one JSON object', async () => {
    // Progress is printed every two seconds.
    expect([outcome.code, outcome.stderr.replaceAll(/^seed: \d+ of .*\n/gm, '')]).toEqual([0, '']);
    expect(JSON.parse(outcome.stdout)).toEqual({
      workspace_id: workspace.credentials.workspace_id,
      mode: 'live',
      seed: 7,
      written: { ...COUNTS, messages: expect.any(Number) },
      seconds: expect.any(Number),
      rows_per_second: expect.any(Number),
    });
    expect(await allOf(live, api.listTickets)).toHaveLength(COUNTS.tickets);
    expect(await allOf(live, api.listConversations)).toHaveLength(COUNTS.conversations);
    expect(await allOf(live, api.listContacts)).toHaveLength(COUNTS.contacts);
    expect((await workspace.test.ok(api.listTickets, { query: {} })).meta.total_count).toBe(0);
  });

  it('leaves counts, SLA timers and tags as if each record had been created by a request', async () => {
    const tickets = await allOf(live, api.listTickets);
    const conversations = await allOf(live, api.listConversations);
    const expectListed = async (query: object, holds: (one: api.Ticket) => boolean) =>
      expect(await allOf(live, api.listTickets, query)).toEqual(tickets.filter(holds));
    for (const status of api.TICKET_STATUSES) await expectListed({ status }, (one) => one.status === status);
    for (const status of api.SLA_STATUSES)
      await expectListed({ sla_status: status }, ({ sla }) => sla?.status === status);
    for (const { created_at, updated_at, sla } of tickets) {
      expect(dueOf({ sla })).toBeGreaterThan(Date.parse(created_at));
      expect(Date.parse(updated_at)).toBeGreaterThanOrEqual(Date.parse(created_at));
      expect(Date.parse(updated_at)).toBeLessThanOrEqual(Date.now());
    }
    for (const { status, closed_at } of conversations) expect(closed_at === null).toBe(status !== 'closed');
    const carried = [...tickets, ...conversations].flatMap(({ tags }) => tags.map(api.tagKey));
    const tags = await allOf(live, api.listTags);
    expect(new Set(tags.map(({ name }) => api.tagKey(name)))).toEqual(new Set(carried));
    for (const { name, count } of tags)
      expect([name, count]).toEqual([name, carried.filter((key) => key === api.tagKey(name)).length]);
  });

  it('adds nothing if it is run again, and keeps later changes', async () => {
    const [ticket] = await allOf(live, api.listTickets);
    const [contact] = await allOf(live, api.listContacts);
    const id = ticket?.id ?? 'ticket_';
    await live.ok(api.updateTicket, { params: { ticket_id: id }, body: { tags: ['mine'] } });
    const params = { contact_id: contact?.id ?? 'contact_' };
    await live.ok(api.updateContact, { params, body: { name: 'Renamed' } });
    await eventually(async () => {
      const { data } = await live.ok(api.listTags, { query: { per_page: '100' } });
      expect(data.find(({ name }) => name === 'mine')?.count).toBe(1);
    });
    const lists = api.operations.filter(
      ({ response, route, service }) => api.isPage(response) && !route.includes('{') && service !== 'webhook',
    );
    const before = await Promise.all(lists.map((list) => allOf(live, list)));
    expect(JSON.parse((await seed()).stdout)).toMatchObject({
      written: { tickets: 0, conversations: 0, contacts: 0, messages: 0 },
    });
    expect(await Promise.all(lists.map((list) => allOf(live, list)))).toEqual(before);
  });

  it('sends no webhooks', async () => {
    // What they are told of comes after it, and has come.
    await Promise.all(
      ['ticket.updated', 'contact.updated', 'tag.created'].map((name) => receiver.received(name)),
    );
    expect(receiver.deliveries).toHaveLength(3);
    await receiver.close();
  });

  it.each([
    ['--tickets 5', '--workspace'],
    ['--workspace nonsense --tickets 5', '--workspace'],
    [`${NOBODYS} --tickets 5`, 'workspace'],
    [`${NOBODYS} --tickets many`, '--tickets must be a whole number'],
    [`${NOBODYS} --tickets -1`, '--tickets'],
    [`${NOBODYS} --conversations 5`, '--contacts'],
    [NOBODYS, '--tickets'],
    [`${NOBODYS} --tickets 1 --mode both`, '--mode'],
    [`${NOBODYS} --users 1`, '--users'],
  ])('rejects %s with a one-line error', async (text, word) => {
    const { code, stdout, stderr } = await run(...text.split(' '));
    expect([code, stdout]).toEqual([2, '']);
    // How far it is may be printed before.
    const lines = stderr
      .trim()
      .split('\n')
      .filter((line) => !/^seed: \d+ of/.test(line));
    expect(lines).toHaveLength(1);
    expect(stderr).toContain(word);
  });
});
