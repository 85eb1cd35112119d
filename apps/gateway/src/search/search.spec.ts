import { afterAll, describe, expect, it } from '@jest/globals';
import { ApiError } from '@parley/contracts';
import { type TestHarness, startHarness } from '../gateway.fixture.ts';

const harness = await startHarness();
afterAll(() => harness.close());

/** What each service answers: a number of matches, or an error. */
function answering(answers: Record<string, number | Error>): void {
  harness.tickets.answer = ({ procedureId }) => {
    const answer = answers[procedureId.split('.')[0] ?? ''];
    return answer instanceof Error
      ? Promise.reject(answer)
      : Promise.resolve({
          value: { items: [], total_count: answer, total_count_relation: 'eq' },
          replayed: false,
        });
  };
}
const run = async (query: string, scopes?: Parameters<TestHarness['issue']>[0]) => {
  const all = scopes ?? { scopes: ['conversations:read', 'contacts:read', 'tickets:read'] };
  return harness.request(`/v1/search?${query}`, { token: harness.issue(all) });
};

describe('a search', () => {
  it('reports an unavailable service as incomplete results', async () => {
    answering({ conversation: 1, contact: new ApiError('service_unavailable'), ticket: 2 });
    const { status, body } = await run('q=anything');
    expect([status, body]).toMatchObject([
      200,
      { meta: { total_results: 3, total_results_relation: 'gte', partial: ['contacts'] } },
    ]);
    answering({ conversation: 1, contact: 0, ticket: 2 });
    expect((await run('q=anything')).body).toMatchObject({
      meta: { total_results: 3, total_results_relation: 'eq', partial: [] },
    });
  });

  it('is a 503 if all services are unavailable', async () => {
    const error = new ApiError('service_unavailable');
    answering({ conversation: error, contact: error, ticket: error });
    expect((await run('q=anything')).status).toBe(503);
  });

  it.each([
    ['an internal error', new ApiError('internal_error')],
    ['what nobody expects', new TypeError('not a function')],
  ])('is a 500 when a service answers %s', async (_, error) => {
    answering({ conversation: 1, contact: error, ticket: 2 });
    const { status, body } = await run('q=anything');
    expect([status, body.error.code]).toEqual([500, 'internal_error']);
  });

  it.each([
    'q=anything&type=contact',
    'q=x&type=ticket,contact',
    'type=contact&type=ticket',
    'type=contact&limit=none',
  ])('for a type that the token must not read is a 403 that names the scope: %s', async (query) => {
    answering({});
    const { status, headers, body } = await run(query, { scopes: ['tickets:read'] });
    expect([status, body.error.code, body.error.param]).toEqual([403, 'insufficient_scope', 'type']);
    expect(headers.get('www-authenticate')).toContain('scope="contacts:read"');
  });

  it.each(['type=nothing', 'type=toString', 'type=ticket&type=nothing'])(
    'for an unknown type is a 422: %s',
    async (type) => {
      const { status, body } = await run(`q=anything&${type}`, { scopes: ['tickets:read'] });
      expect([status, body.error.param]).toEqual([422, 'type']);
    },
  );
});
