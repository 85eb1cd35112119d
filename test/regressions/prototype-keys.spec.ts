import { describe, expect, it } from '@jest/globals';
import * as api from '@parley/contracts';
import { operator } from '../e2e/platform.ts';

const path = (operation: api.Operation) => operation.route.split(' ')[1] ?? '';
const headers = { 'content-type': 'application/json' };

describe.each<[string, api.Operation, string]>([
  ['ticket', api.createTicket, '"subject":"x"'],
  ['contact', api.createContact, '"email":"dana@example.com"'],
  ['conversation', api.createConversation, '"contact":{"email":"dana@example.com"}'],
])('a custom field of a %s', (_, operation, fields) => {
  it('named __proto__ is rejected with its path', async () => {
    const { live } = await operator.workspace();
    for (const [field, name] of [
      ['"__proto__":"x"', 'custom_fields.__proto__'],
      ['"a":1,"__proto__":{"polluted":true}', 'custom_fields.__proto__'],
    ]) {
      const body = `{${fields},"custom_fields":{${field}}}`;
      const refused = await live.raw('POST', path(operation), { headers, body });
      expect([refused.status, refused.body.error.code, refused.body.error.param]).toEqual([
        422,
        'invalid_parameter',
        name,
      ]);
    }
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });

  it('may have the name of any other inherited property', async () => {
    const { live } = await operator.workspace();
    const custom = '{"constructor":"a","prototype":"b","toString":["c"],"hasOwnProperty":false}';
    const body = `{${fields},"custom_fields":${custom}}`;
    const made = await live.raw<{ data: api.Ticket }>('POST', path(operation), { headers, body });
    expect([made.status, made.body.data.custom_fields]).toEqual([201, JSON.parse(custom)]);
  });
});

it('such custom fields are merged and removed like others', async () => {
  const { live } = await operator.workspace();
  const custom = { constructor: 'a', prototype: 'b' };
  const { data } = await live.ok(api.createTicket, { body: { subject: 'x', custom_fields: custom } });
  const params: { ticket_id: api.Id<'ticket'> } = { ticket_id: data.id };
  const changed = await live.ok(api.updateTicket, {
    params,
    body: { custom_fields: { constructor: null, valueOf: 1 } },
  });
  expect(changed.data.custom_fields).toEqual({ prototype: 'b', valueOf: 1 });
});
