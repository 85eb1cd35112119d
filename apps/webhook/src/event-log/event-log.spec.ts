import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  FIRST_POSITION,
  readEventLogs,
  uuidOf,
  type LogFilter,
  type ParsedInput,
  type Principal,
} from '@parley/contracts';
import { systemContext, type TenantContext } from '@parley/runtime/context';
import { newUuid } from '@parley/runtime/records';
import { connected, eventually, newTenant } from '@parley/testing';
import { DeliveryStore } from '../deliveries/deliveries.fixture.ts';
import type { WebhookConfig } from '../webhook.config.ts';
import { EventLog } from './event-log.handlers.ts';
import { Events } from './events.handlers.ts';

type Log = ParsedInput<typeof readEventLogs>['logs'][number];

const INSERT = `with body as (
    insert into webhook.event (day, id, workspace_id, mode, type, occurred_at, body)
    values (current_date, $1, $2, 'live', 'ticket.created', now(), '"late"'))
  insert into webhook.event_log (workspace_id, mode, logged_at, position, id, type, occurred_at, day, subject)
  values ($2, 'live', now(), webhook.log_position(), $1, 'ticket.created', now(), current_date, 'ticket_late')`;

const MIB = 1024 * 1024;
let ctx: TenantContext;

const store = await DeliveryStore.open();
const log = new EventLog(store.db, { WEBHOOK_RETENTION: 30 } as WebhookConfig);
afterAll(() => store.close());
beforeEach(() => {
  ctx = newTenant();
});

const logOf = ({ tenant }: TenantContext, after: string, filter: LogFilter = {}): Log => ({
  workspace_id: tenant.workspaceId,
  mode: tenant.mode,
  after,
  filter,
  with_presence: false,
});
const openAt = async (after: string | null) => (await log.open(ctx, { after })).position;
const add = (id: string, type = 'ticket.created') => store.ingest(ctx, { type, data: { id } });

/** Reads from a position until it has this many events. */
async function read(after: string, count: number, filter: LogFilter = {}) {
  const found: string[] = [];
  let position = after;
  await eventually(async () => {
    const { logs } = await log.read(systemContext(), { logs: [logOf(ctx, position, filter)] });
    position = logs[0]?.position ?? position;
    found.push(...(logs[0]?.events.map(({ resource }) => resource) ?? []));
    expect(found.length).toBeGreaterThanOrEqual(count);
  });
  return { found, position };
}

/** Reads once what is there. */
async function readNow(after: string): Promise<string[]> {
  const { logs } = await log.read(systemContext(), { logs: [logOf(ctx, after)] });
  return logs.flatMap(({ events }) => events.map(({ resource }) => resource));
}

/** Work in a transaction with the login of the service, which stays open meanwhile. */
async function whileOpen(
  text: string,
  values: unknown[],
  work: () => Promise<void>,
  url = store.database.url,
): Promise<void> {
  await using client = await connected(url);
  await client.query('set search_path = webhook');
  await client.query('begin');
  await client.query(text, values);
  await work();
  await client.query('commit');
}

/** Makes all events a minute older. */
const passMinute = () =>
  store.database.query(`update webhook.event_log set logged_at = logged_at - interval '61 seconds'`);

describe('a reader of the event log', () => {
  it('gets every event once, in the order in which it was logged', async () => {
    const start = await openAt(FIRST_POSITION);
    const ids = Array.from({ length: 120 }, (_, index) => `ticket_${index}`);
    for (const id of ids) await add(id);
    const { found, position } = await read(start, ids.length);
    expect(found).toEqual(ids);
    await add('ticket_next');
    expect((await read(position, 1)).found).toEqual(['ticket_next']);
  });

  it('that starts at the end gets what is logged from then on', async () => {
    await add('ticket_1');
    await read(await openAt(FIRST_POSITION), 1);
    const end = await openAt(null);
    await add('ticket_2');
    expect((await read(end, 1)).found).toEqual(['ticket_2']);
  });

  it('waits a minute at most for the transactions of others', async () => {
    const start = await openAt(FIRST_POSITION);
    const elsewhere = new URL(store.database.url);
    elsewhere.pathname = '/postgres';
    const whileOthersWork = async () => {
      await add('ticket_1');
      expect(await readNow(start)).toEqual([]);
      await passMinute();
      expect(await readNow(start)).toEqual(['ticket_1']);
      const end = await openAt(null);
      await add('ticket_2');
      await passMinute();
      expect(await readNow(end)).toEqual(['ticket_2']);
    };
    await whileOpen('select pg_current_xact_id()', [], whileOthersWork, elsewhere.toString());
  });

  it('waits for a transaction of the service, however long its commit takes', async () => {
    const start = await openAt(FIRST_POSITION);
    await add('ticket_0');
    const { position } = await read(start, 1);
    let end = '';
    await whileOpen(INSERT, [newUuid(), uuidOf('workspace', ctx.tenant.workspaceId)], async () => {
      await add('ticket_2');
      await passMinute();
      expect(await readNow(position)).toEqual([]);
      end = await openAt(null);
      expect(await readNow(end)).toEqual([]);
    });
    for (const from of [position, end])
      expect((await read(from, 2)).found).toEqual(['ticket_late', 'ticket_2']);
  });

  it('continues behind its position on another server, on which a dump was restored', async () => {
    await add('ticket_1');
    const { position } = await read(await openAt(FIRST_POSITION), 1);
    await store.database.query(
      `update webhook.event_log set position = position + 1000000 where subject = 'ticket_1'`,
    );
    await store.database.query('update webhook.log_generation set system_identifier = 1');
    expect(await readNow(position)).toEqual(['ticket_1']);
    await add('ticket_2');
    const { found, position: next } = await read(position, 2);
    expect(found).toEqual(['ticket_1', 'ticket_2']);
    await add('ticket_3');
    expect((await read(next, 1)).found).toEqual(['ticket_3']);
    await store.database.query('delete from webhook.log_generation where system_identifier = 1');
  });

  it('continues behind its position on a server to which the log comes back from another one', async () => {
    await add('ticket_1');
    await store.database.query(`insert into webhook.log_generation
      select max(generation) + 1, 2, 1 from webhook.log_generation`);
    await store.database.query(`update webhook.event_log set position = position + (1::bigint << 44)
      where subject = 'ticket_1'`);
    const { position } = await read(await openAt(FIRST_POSITION), 1);
    await add('ticket_2');
    const { found, position: next } = await read(position, 1);
    expect(found).toEqual(['ticket_2']);
    await add('ticket_3');
    expect((await read(next, 1)).found).toEqual(['ticket_3']);
    await store.database.query('delete from webhook.log_generation where system_identifier = 2');
  });

  it('gets the events of its types and its record alone, and is behind the others', async () => {
    const start = await openAt(FIRST_POSITION);
    await add('ticket_1');
    await add('ticket_1', 'ticket.updated');
    await add('ticket_2', 'ticket.updated');
    const { found } = await read(start, 1, { types: ['ticket.updated'], resources: ['ticket_1'] });
    expect(found).toEqual(['ticket_1']);
    const { position } = await read(start, 2, { types: ['ticket.updated'] });
    expect(await readNow(position)).toEqual([]);
  });

  it('gets large events a few at a time, and those of other logs beside them', async () => {
    const start = await openAt(FIRST_POSITION);
    const other = newTenant();
    // What a change of the longest description takes.
    const data = { description: '\u0001'.repeat(200_000) };
    const ids = Array.from({ length: 12 }, (_, index) => `ticket_${index}`);
    for (const id of ids) await store.ingest(ctx, { data: { ...data, id } });
    await store.ingest(other, { data: { id: 'ticket_other' } });
    expect((await read(start, ids.length)).found).toEqual(ids);

    const together = { logs: [logOf(ctx, start), logOf(other, start)] };
    await eventually(async () => {
      const { logs } = await log.read(systemContext(), together);
      expect(JSON.stringify(logs).length).toBeLessThan(12 * MIB);
      expect(logs).toMatchObject([{ is_end: false }, { events: [{ resource: 'ticket_other' }] }]);
    });
  });

  it('advances while nothing is logged', async () => {
    const start = await openAt(null);
    await store.ingest(newTenant());
    await eventually(async () => {
      const { logs } = await log.read(systemContext(), { logs: [logOf(ctx, start)] });
      expect(logs).toMatchObject([{ is_end: true, events: [] }]);
      expect((logs[0]?.position ?? '') > start).toBe(true);
    });
  });
});

it('a page of large events is left out in part, and continues behind what it has', async () => {
  const events = new Events(store.db);
  const large = { description: '\u0001'.repeat(200_000) };
  const ids = Array.from({ length: 12 }, (_, index) => `ticket_${index}`);
  for (const id of ids) await store.ingest(ctx, { data: { ...large, id } });
  const asked = { page: 1, per_page: 12, sort: 'logged_at', order: 'asc' } as const;
  const reader = { ...ctx, principal: { scopes: ['tickets:read'] } as unknown as Principal };
  const found: unknown[] = [];
  for (let cursor: string | null = null; found.length < ids.length;) {
    const query = cursor === null ? asked : { ...asked, cursor };
    const page = await events.list(reader, { query });
    expect(page.items.length).toBeGreaterThan(0);
    expect(JSON.stringify(page).length).toBeLessThan(6 * MIB);
    found.push(...page.items.map(({ data }) => data.id));
    expect(page.is_partial === true).toBe(found.length < ids.length);
    cursor = page.next_cursor;
  }
  expect(found).toEqual(ids);
});

describe('a position', () => {
  const at = (position: string, day: string) => `${position.padStart(16, '0')}-${'0'.repeat(26)}-${day}`;

  it('that is none, or that no event has yet, is refused', async () => {
    await add('ticket_1');
    for (const after of [
      '',
      'x',
      '01h2xcejqtf2nbrexx3vqjhp41',
      at('1', '20269999'),
      // Days that a month does not have.
      at('1', '99990231'),
      at('1', '99991131'),
      at('7fffffffffffffff', '20260101'),
    ])
      await expect(openAt(after)).rejects.toMatchObject({ code: 'invalid_parameter', status: 400 });
  });

  it('that is older than the log has expired', async () => {
    await expect(openAt(at('1', '20200101'))).rejects.toMatchObject({
      code: 'position_expired',
      status: 422,
    });
  });
});
