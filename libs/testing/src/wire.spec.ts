import { describe, expect, it } from '@jest/globals';
import { openApiDocument } from '@parley/openapi';
import { Wire, type Seen } from './wire.ts';

const wire = new Wire();
const document = openApiDocument();
const example = (type: string): Record<string, unknown> => ({
  ...(document.webhooks[type]?.post?.requestBody?.content['application/json']?.example as object),
});
const ticket = example('ticket.created')['data'] as Record<string, unknown>;

const HEADERS = {
  'X-Request-Id': 'one',
  'X-RateLimit-Limit': '60',
  'X-RateLimit-Remaining': '59',
  'X-RateLimit-Reset': '1795242600',
  'Content-Type': 'application/json; charset=utf-8',
  Date: 'Sat, 21 Nov 2026 06:30:00 GMT',
};

const PATH = '/v1/tickets/ticket_01h2xcejqtf2nbrexx3vqjhp41';
const seen = (changes: Partial<Omit<Seen, 'headers'>> & { headers?: object } = {}): Seen => ({
  method: 'GET',
  path: PATH,
  status: 200,
  body: { data: ticket },
  ...changes,
  headers: Object.entries<unknown>({ ...HEADERS, ...changes.headers }).filter(
    (pair): pair is [string, string] => typeof pair[1] === 'string',
  ),
});
const error = (code: string) => ({
  error: {
    type: 'not_found_error',
    code,
    message: 'No such ticket.',
    request_id: 'one',
    doc_url: 'https://api.example.com/docs/errors#not_found',
  },
});

describe('a response', () => {
  it('that matches the document has no errors', () => {
    expect(wire.faultsOfAnswer(seen())).toEqual([]);
    expect(wire.faultsOfAnswer(seen({ status: 404, body: error('not_found') }))).toEqual([]);
    expect(wire.faultsOfAnswer(seen({ path: `${PATH}?x=1` }))).toEqual([]);
  });

  it.each<[string, Seen, string]>([
    ['a status', seen({ status: 418 }), 'getTicket does not declare the status 418'],
    [
      'a field',
      seen({ body: { data: { ...ticket, colour: 1 } } }),
      'body.data must NOT have additional properties: colour',
    ],
    [
      'a field beside data',
      seen({ body: { data: ticket, meta: {} } }),
      'body must NOT have additional properties: meta',
    ],
    [
      'a value',
      seen({ body: { data: { ...ticket, status: 'lost' } } }),
      'body.data.status must be equal to one of the allowed values',
    ],
    [
      'a time',
      seen({ body: { data: { ...ticket, created_at: 'today' } } }),
      'body.data.created_at must match format "date-time"',
    ],
    ['a header', seen({ headers: { 'X-Secret': '1' } }), 'the header x-secret is not declared'],
    [
      'a code',
      seen({ status: 404, body: error('internal_error') }),
      'error.code internal_error is not declared',
    ],
    [
      'a body',
      seen({ method: 'DELETE', path: '/v1/webhooks/wh_1', status: 204 }),
      'there is a body where none is declared',
    ],
  ])('with %s that the document does not describe has an error', (_, answer, fault) => {
    expect(wire.faultsOfAnswer(answer)).toEqual([fault]);
  });

  it('without a required field or header has an error', () => {
    const { subject: _, ...rest } = ticket;
    expect(wire.faultsOfAnswer(seen({ body: { data: rest } }))).toEqual([
      "body.data must have required property 'subject'",
    ]);
    expect(wire.faultsOfAnswer(seen({ headers: { 'X-RateLimit-Limit': undefined } }))).toEqual([
      'the header X-RateLimit-Limit is missing',
    ]);
    expect(wire.faultsOfAnswer(seen({ body: undefined }))).toEqual(['body must be object']);
  });

  it('with an invalid number in a header has an error', () => {
    expect(wire.faultsOfAnswer(seen({ headers: { 'X-RateLimit-Limit': 'many' } }))).toEqual([
      'X-RateLimit-Limit must be integer',
    ]);
  });

  it('that does not fit its request has errors', () => {
    const request = { path: '/v1/tickets', body: { data: [], meta: {}, links: {} } };
    const faultsOf = (query: string) =>
      wire
        .faultsOfAnswer(seen({ ...request, path: `/v1/tickets?${query}` }))
        .filter((fault) => !fault.startsWith('body'));
    expect(faultsOf('page=2&status=open&unknown=1')).toEqual([]);
    expect(faultsOf('page=two&status=lost')).toEqual([
      'status.0 must be equal to one of the allowed values',
      'page must be integer',
    ]);
    const created = (sent: object) =>
      wire.faultsOfAnswer(
        seen({ method: 'POST', path: '/v1/tickets', status: 201, sent: JSON.stringify(sent) }),
      );
    expect(created({ subject: 'Hello', unknown: 1 })).toEqual([]);
    expect(created({ subject: '' })).toEqual(['request.subject must NOT have fewer than 1 characters']);
  });

  it('to an unknown operation must be an error envelope', () => {
    const answer = seen({ path: '/v1/nowhere', status: 404, body: error('not_found') });
    expect(wire.faultsOfAnswer(answer)).toEqual([]);
    expect(wire.faultsOfAnswer({ ...answer, body: { message: 'Not found' } })).not.toEqual([]);
  });
});

describe('a delivery', () => {
  const headers = {
    'webhook-id': 'evt_01h2xcejqtf2nbrexx3vqjhp41',
    'webhook-timestamp': '1795242600',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  };

  it.each(Object.keys(document.webhooks))('%s: the example in the document has no errors', (type) => {
    expect(wire.faultsOfDelivery(headers, example(type))).toEqual([]);
  });

  it('that does not match the document has errors', () => {
    const body = { ...example('ticket.created'), colour: 1 };
    expect(wire.faultsOfDelivery({ ...headers, 'webhook-timestamp': 'x' }, body)).toEqual([
      'body must NOT have additional properties: colour',
      expect.stringContaining('webhook-timestamp must match pattern'),
    ]);
    expect(wire.faultsOfDelivery(headers, { event: 'ticket.exploded' })).toEqual([
      'there is no event "ticket.exploded"',
    ]);
  });
});
