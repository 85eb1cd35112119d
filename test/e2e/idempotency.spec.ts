import { describe, expect, it } from '@jest/globals';
import { createContact, createTicket, listContacts } from '@parley/contracts';
import { operator } from './platform.ts';

const key = (value: string) => ({ 'idempotency-key': value });

describe('an Idempotency-Key', () => {
  it('is valid for one request, across all services', async () => {
    const { live } = await operator.workspace();
    const ticket = await live.call(createTicket, { body: { subject: 'A' } }, key('shared'));
    const contact = await live.call(createContact, { body: { email: 'a@example.com' } }, key('shared'));
    expect([ticket.status, contact.status, contact.body.error.code]).toEqual([
      201,
      409,
      'idempotency_mismatch',
    ]);
    expect((await live.ok(listContacts, { query: {} })).data).toEqual([]);
    // A request that fails leaves its key to any other.
    await live.call(createTicket, { body: { subject: '' } }, key('free'));
    const next = await live.call(createContact, { body: { email: 'a@example.com' } }, key('free'));
    expect(next.status).toBe(201);
  });

  it('is valid for one operation, also if requests to two services run concurrently', async () => {
    const { live } = await operator.workspace();
    for (let round = 0; round < 10; round += 1) {
      const header = key(`race ${round}`);
      const answers = await Promise.all([
        live.call(createTicket, { body: { subject: 'Race' } }, header),
        live.call(createContact, { body: { email: `race-${round}@example.com` } }, header),
      ]);
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
      const refused = answers.find(({ status }) => status === 409);
      expect(refused?.body.error.code).toBe('idempotency_mismatch');
    }
  });

  it('can be reused after a request that was rejected before it reached its service', async () => {
    const { live } = await operator.workspace();
    const wrong = { 'content-type': 'text/plain', ...key('rejected') };
    const rejected = await live.raw('POST', '/v1/tickets', { body: 'no JSON', headers: wrong });
    expect(rejected.status).toBe(400);
    const next = await live.call(createContact, { body: { email: 'a@example.com' } }, key('rejected'));
    expect(next.status).toBe(201);
  });
});
