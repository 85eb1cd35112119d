import { beforeAll, describe, expect, it } from '@jest/globals';
import * as api from '@parley/contracts';
import type { TestWorkspace } from '@parley/testing';
import { operator } from './platform.ts';

let workspace: TestWorkspace;
beforeAll(async () => {
  workspace = await operator.workspace();
});

const refused = (...params: string[]) => ({
  status: 422,
  body: {
    error: {
      code: 'read_only_parameter',
      param: params[0],
      details: params.map((param) =>
        expect.objectContaining({ code: 'read_only_parameter', param, in: 'body' }),
      ),
    },
  },
});

describe('a field that a record shows and that cannot be written', () => {
  it('is refused when a record is created', async () => {
    const { live } = workspace;
    const contact = { email: 'dana@example.com' };
    expect(await live.call(api.createTicket, { body: { subject: 'Done', status: 'closed' } })).toMatchObject(
      refused('status'),
    );
    const unlimited = { body: { subject: 'Done', sla: null } };
    expect(await live.call(api.createTicket, unlimited as never)).toMatchObject(refused('sla'));
    expect(await live.call(api.createConversation, { body: { contact, id: 'conv_1' } })).toMatchObject(
      refused('id'),
    );
    const { meta } = await live.ok(api.listTickets, { query: {} });
    expect(meta.total_count).toBe(0);
  });

  it('may be sent back unchanged with an update, and is refused with another value', async () => {
    const { live } = workspace;
    const { data: ticket } = await live.ok(api.createTicket, { body: { subject: 'Printer' } });
    const params = { ticket_id: ticket.id };
    const whole = { params, body: { ...ticket, subject: 'Scanner' } };
    const key = { 'idempotency-key': crypto.randomUUID() };
    const changed = await live.call(api.updateTicket, whole, key);
    expect(changed).toMatchObject({ status: 200, body: { data: { subject: 'Scanner' } } });
    const other = { id: 'ticket_1', reopened_count: 7, assignee: { id: 'user_1' }, subject: 'Lost' };
    expect(await live.call(api.updateTicket, { params, body: other })).toMatchObject(
      refused('id', 'reopened_count', 'assignee'),
    );
    expect((await live.ok(api.getTicket, { params })).data.subject).toBe('Scanner');
    // A repetition is answered as before, although the record shows another time of its last change by now.
    const repeated = await live.call(api.updateTicket, whole, key);
    expect([repeated.status, repeated.headers.get('idempotent-replayed')]).toEqual([200, 'true']);
  });

  it('is refused in an upsert, and in a bulk update, which changes nothing', async () => {
    const { live } = workspace;
    const external_id = crypto.randomUUID();
    const { data } = await live.ok(api.upsertTicket, { body: { external_id, subject: 'Sync' } });
    const upsert = await live.call(api.upsertTicket, {
      body: { external_id, reopened_count: 3, subject: 'Lost' } as never,
    });
    expect(upsert).toMatchObject(refused('reopened_count'));
    const update = { created_at: '2020-01-01T00:00:00.000Z', assignee: null, subject: 'Lost' };
    const bulk = await live.call(api.updateTickets, { body: { ids: [data.id], update } as never });
    expect(bulk).toMatchObject(refused('update.assignee', 'update.created_at'));
    expect((await live.ok(api.getTicket, { params: { ticket_id: data.id } })).data.subject).toBe('Sync');
    const contacts = await live.call(api.updateContacts, {
      body: { ids: ['contact_1'], update: { phone_e164: '+1' } } as never,
    });
    expect(contacts).toMatchObject(refused('update.phone_e164'));
  });
});

it('every detail of an error tells which part of the request has the parameter', async () => {
  const { live } = workspace;
  const inBody = await live.call(api.createTicket, { body: {} }, { 'idempotency-key': 'ö' });
  expect(inBody.body.error.details).toEqual([
    expect.objectContaining({ param: 'subject', in: 'body' }),
    expect.objectContaining({ param: 'Idempotency-Key', in: 'header' }),
  ]);
  const inQuery = await live.raw('GET', '/v1/tickets?page=0&unknown=1');
  expect(inQuery.body.error.details).toEqual([
    expect.objectContaining({ param: 'unknown', in: 'query' }),
    expect.objectContaining({ param: 'page', in: 'query' }),
  ]);
  const ofService = await live.call(api.createTicket, {
    body: { subject: 'A', assignee_id: 'user_01h2xcejqtf2nbrexx3vqjhp41' },
  });
  expect(ofService.body.error.details).toEqual([
    expect.objectContaining({ param: 'assignee_id', in: 'body' }),
  ]);
});

it('a compressed body and one that is too large are refused by codes of their own', async () => {
  const { live } = workspace;
  const headers = { 'content-type': 'application/json' };
  const compressed = await live.raw('POST', '/v1/tickets', {
    body: '{}',
    headers: { ...headers, 'content-encoding': 'gzip' },
  });
  expect([compressed.status, compressed.body.error.code]).toEqual([400, 'unsupported_encoding']);
  const body = `{"subject":"${'x'.repeat(2 * api.BODY_BYTES_MAX)}"}`;
  const large = await live.raw('POST', '/v1/tickets', { body, headers });
  expect([large.status, large.body.error.code]).toEqual([400, 'body_too_large']);
});
