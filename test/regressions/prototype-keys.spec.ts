import { describe, expect, it } from '@jest/globals';
import * as api from '@parley/contracts';
import { refusalOf } from '@parley/testing';
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
    for (const field of ['"__proto__":"x"', '"a":1,"__proto__":{"polluted":true}']) {
      const body = `{${fields},"custom_fields":{${field}}}`;
      const refused = await live.raw('POST', path(operation), { headers, body });
      expect(refusalOf(refused)).toBe('422 invalid_parameter custom_fields.__proto__');
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
