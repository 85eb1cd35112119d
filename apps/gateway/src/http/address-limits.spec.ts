import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type Answer, type TestHarness, startHarness } from '../gateway.fixture.ts';

let harness: TestHarness;
beforeEach(async () => {
  harness = await startHarness({ PUBLIC_REQUESTS_PER_MINUTE: '3' });
});
afterEach(() => harness.close());

const remaining = ({ status, headers }: Answer) => [status, headers.get('x-ratelimit-remaining')];
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

describe('a request that no plan counts', () => {
  it('for the API document or a preflight counts for its address, and is 429 over the limit', async () => {
    const ask = (method: string) => harness.request('/openapi.json', { method, token: null });
    const answers = [await ask('GET'), await ask('OPTIONS'), await ask('HEAD'), await ask('GET')];
    expect(answers.map(remaining)).toEqual([
      [200, '2'],
      [204, '1'],
      [200, '0'],
      [429, '0'],
    ]);
    expect(answers[3]?.body.error.code).toBe('rate_limit_exceeded');
    expect(answers[3]?.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
    expect((await harness.request('/v1/tickets', { method: 'OPTIONS', token: null })).status).toBe(429);
    expect((await harness.request('/v1/tickets')).status).toBe(200);
  });

  it('for a health probe is never refused', async () => {
    const answers: Answer[] = [];
    for (let round = 0; round < 5; round += 1)
      answers.push(await harness.request('/healthz', { token: null }));
    expect(answers.map(remaining)).toEqual(['2', '1', '0', '0', '0'].map((left) => [200, left]));
    expect(answers[4]?.headers.get('retry-after')).toBeNull();
  });
});

describe('a request to an OAuth endpoint', () => {
  const send = (path: string, body: string) =>
    harness.request(path, { method: 'POST', token: null, headers: FORM, body });
  const invented = (index: number) => `client_id=app_${index}&client_secret=x&token=x`;

  it('counts for its address over all client ids, before the body is read', async () => {
    const statuses = [];
    for (let index = 0; index < 3; index += 1)
      statuses.push((await send(index === 1 ? '/oauth/token' : '/oauth/revoke', invented(index))).status);
    expect(statuses).toEqual([200, 200, 200]);
    const refused = await send('/oauth/token', 'x'.repeat(1024 * 1024));
    expect([refused.status, refused.body]).toMatchObject([429, { error: 'slow_down' }]);
    expect(refused.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
    expect(harness.tickets.calls).toHaveLength(3);
  });

  it.each(['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'TRACE'])(
    'is 405 with the method %s, and counted',
    async (method) => {
      const answer = await harness.raw(
        `${method} /oauth/token HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`,
      );
      expect(answer).toContain('HTTP/1.1 405 ');
      for (const line of ['allow: POST', 'x-ratelimit-remaining: 2', 'cache-control: no-store'])
        expect(answer.toLowerCase()).toContain(line.toLowerCase());
      if (method !== 'HEAD') expect(answer).toContain('"error":"invalid_request"');
      expect((await harness.request('/oauth/token', { method: 'OPTIONS', token: null })).status).toBe(204);
    },
  );

  it('is 400 with a body over 16 KiB, which is not parsed', async () => {
    const fits = invented(1).padEnd(16 * 1024, '&');
    expect((await send('/oauth/revoke', fits)).status).toBe(200);
    const refused = await send('/oauth/revoke', `${fits}&`);
    expect([refused.status, refused.body]).toEqual([
      400,
      { error: 'invalid_request', error_description: 'The request body is larger than 16 KiB.' },
    ]);
    expect(refused.headers.get('x-ratelimit-remaining')).toBe('1');
    expect(harness.tickets.calls).toHaveLength(1);
  });
});
