import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Deprecation, getTicket, listTickets } from '@parley/contracts';
import { type TestHarness, TICKET_ID, startHarness } from '../gateway.fixture.ts';

// Nothing is deprecated yet: for the time of these tests two operations are.
const marked = new Map<{ deprecated?: Deprecation }, Deprecation>([
  [getTicket, { since: '2026-11-21' }],
  [listTickets, { since: '2026-11-21', sunset: '2027-11-21', instead: 'ticket.get' }],
]);

let harness: TestHarness;
beforeAll(async () => {
  for (const [operation, deprecated] of marked) Object.assign(operation, { deprecated });
  harness = await startHarness();
});
afterAll(async () => {
  for (const operation of marked.keys()) delete operation.deprecated;
  await harness.close();
});

const deprecationHeaders = async (path: string, method = 'GET', token?: string) => {
  const { headers } = await harness.request(path, { method, ...(token === undefined ? {} : { token }) });
  return [headers.get('deprecation'), headers.get('sunset')];
};

describe('a deprecated operation', () => {
  it('has a Deprecation header on every response', async () => {
    expect(await deprecationHeaders(`/v1/tickets/${TICKET_ID}`)).toEqual(['@1795219200', null]);
    expect(new Date(1795219200_000).toISOString()).toBe('2026-11-21T00:00:00.000Z');
  });

  it('has a Sunset header if the date of removal is known', async () => {
    const both = ['@1795219200', 'Sun, 21 Nov 2027 00:00:00 GMT'];
    expect(await deprecationHeaders('/v1/tickets')).toEqual(both);
    expect(await deprecationHeaders('/v1/tickets?page=zero')).toEqual(both);
    expect(
      await deprecationHeaders('/v1/tickets', 'GET', harness.issue({ scopes: ['contacts:read'] })),
    ).toEqual(both);
  });

  it('does not affect the headers of other operations', async () => {
    expect(await deprecationHeaders('/v1/webhooks/wh_01h2xcejqtf2nbrexx3vqjhp41', 'DELETE')).toEqual([
      null,
      null,
    ]);
  });

  it('is marked in the API document, with its replacement', async () => {
    const { body } = await harness.request('/openapi.json', { token: null });
    const { paths } = body as unknown as { paths: Record<string, { get: Record<string, unknown> }> };
    const list = paths['/v1/tickets']?.get;
    expect(list?.['deprecated']).toBe(true);
    expect(list?.['description']).toContain(
      'Deprecated since 2026-11-21, to be removed on 2027-11-21; use `GET /v1/tickets/{ticket_id}` instead.',
    );
    const { headers } = (list?.['responses'] as Record<string, { headers: object }> | undefined)?.['403'] ?? {
      headers: {},
    };
    expect(Object.keys(headers)).toEqual(expect.arrayContaining(['Deprecation', 'Sunset']));
    expect(paths['/v1/me']?.get).not.toHaveProperty('deprecated');
  });
});
