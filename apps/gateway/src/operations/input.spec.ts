import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import { TICKET_ID, startHarness } from '../gateway.fixture.ts';

const harness = await startHarness();
beforeEach(() => void harness.tickets.calls.splice(0));
afterAll(() => harness.close());

const JSON_TYPE = { 'content-type': 'application/json' };
const one = `/v1/tickets/${TICKET_ID}`;

describe('a readable body', () => {
  it.each([
    ['of exactly 1 MiB', `{"subject":"a","x":"${'a'.repeat(1024 * 1024 - 22)}"}`, JSON_TYPE],
    ['with a charset', '{"subject":"ä"}', { 'content-type': 'Application/JSON; charset=utf-8' }],
    ['with a byte order mark', '\ufeff{"subject":"a"}', JSON_TYPE],
    ['of 32 levels', `{"subject":"a","x":${'['.repeat(31)}"]]"${']'.repeat(31)}}`, JSON_TYPE],
    ['of 10,000 values', `{"subject":"a","x":[0${',0'.repeat(9_996)}]}`, JSON_TYPE],
    ['with unknown fields', '{"subject":"a","colour":"red"}', JSON_TYPE],
    [
      'with a custom field named constructor',
      '{"subject":"a","custom_fields":{"constructor":"x"}}',
      JSON_TYPE,
    ],
  ])('%s is accepted', async (_, body, headers) => {
    expect((await harness.request('/v1/tickets', { method: 'POST', headers, body })).status).toBe(201);
    expect(harness.tickets.calls[0]?.input).toEqual({
      body: JSON.parse(body.replace('\ufeff', '')) as unknown,
    });
  });

  it.each([
    ['an empty one of JSON', JSON_TYPE, undefined],
    ['none', {}, undefined],
    ['one of any kind', { 'content-type': 'text/plain' }, 'hello'],
  ])('is not required if the operation has none: %s', async (_, headers, body) => {
    const answer = await harness.request('/v1/webhooks/wh_01h2xcejqtf2nbrexx3vqjhp41', {
      method: 'DELETE',
      headers,
      ...(body === undefined ? {} : { body }),
    });
    expect([answer.status, answer.body]).toEqual([204, '']);
    expect(harness.tickets.calls[0]?.input).toEqual({
      params: { webhook_id: 'wh_01h2xcejqtf2nbrexx3vqjhp41' },
    });
  });
});

describe('an invalid value is 422', () => {
  it.each([
    ['?status=no', 'status', 'invalid_parameter'],
    ['?status=open&status=no', 'status', 'invalid_parameter'],
    ['?page=1&page=2', 'page', 'invalid_parameter'],
    ['?status=open%00', 'status', 'invalid_parameter'],
    ['?anything=%00', 'anything', 'unknown_parameter'],
    ['?a%00b=1', 'a\u0000b', 'unknown_parameter'],
    ['?colour=red&page=0', 'colour', 'unknown_parameter'],
    ['?page=0', 'page', 'invalid_parameter'],
    ['?page=402', 'page', 'invalid_parameter'],
    ['?page=102&per_page=100', 'page', 'invalid_parameter'],
    ['?per_page=x', 'per_page', 'invalid_parameter'],
    ['?assignee=you', 'assignee', 'invalid_parameter'],
  ])('in the query: %s', async (query, param, code) => {
    const answer = await harness.request(`/v1/tickets${query}`);
    expect(answer.status).toBe(422);
    expect(answer.body.error).toMatchObject({
      type: 'invalid_request_error',
      code,
      param,
    });
    expect(answer.body.error.details?.[0]).toMatchObject({ code, param });
    expect(harness.tickets.calls).toEqual([]);
  });

  it('and all of them are listed', async () => {
    const answer = await harness.request('/v1/tickets?x=%00', {
      method: 'POST',
      headers: { 'idempotency-key': 'ä' },
      body: { priority: 'asap', tags: [1] },
    });
    const params = answer.body.error.details?.map((detail) => detail.param);
    expect(params).toEqual(['x', 'priority', 'tags[0]', 'Idempotency-Key']);
    expect(answer.body.error.param).toBe('x');
  });

  it('and the error for a page that is too deep recommends the cursor', async () => {
    const answer = await harness.request('/v1/tickets?page=402');
    expect(answer.body.error.message).toContain('cursor');
    expect((await harness.request('/v1/tickets?page=401')).status).toBe(200);
    const { meta } = (await harness.request('/v1/tickets')).body as unknown as {
      meta: { next_cursor: string };
    };
    expect((await harness.request(`/v1/tickets?page=999999&cursor=${meta.next_cursor}`)).status).toBe(200);
    expect((await harness.request('/v1/tickets?cursor=abc')).status).toBe(400);
  });
});

describe('Prefer: handling=strict', () => {
  it.each(['handling=strict', 'respond-async, handling=strict', 'handling="strict"; x=1', 'HANDLING=STRICT'])(
    'as %s rejects unknown parameters and names them',
    async (prefer) => {
      const body = {
        subject: 'a',
        colour: 'red',
        contact: { email: 'a@b.c', nick: 'A' },
        custom_fields: { any: 1 },
      };
      const answer = await harness.request('/v1/tickets?dry_run=1', {
        method: 'POST',
        headers: { prefer },
        body,
      });
      expect(answer.status).toBe(422);
      const params = answer.body.error.details?.map(({ code, param }) => [code, param]);
      expect(params).toEqual([
        ['unknown_parameter', 'dry_run'],
        ['unknown_parameter', 'colour'],
        ['unknown_parameter', 'contact.nick'],
      ]);
    },
  );

  it('is confirmed in Preference-Applied', async () => {
    const headers = { prefer: 'handling=strict' };
    const answer = await harness.request(one, {
      method: 'PATCH',
      headers,
      body: { tags: ['a', 'A'], custom_fields: { any: [1] } },
    });
    expect([answer.status, answer.headers.get('preference-applied')]).toEqual([200, 'handling=strict']);
  });

  it('has no effect as handling=lenient', async () => {
    const headers = { prefer: 'handling=lenient' };
    expect((await harness.request(one, { method: 'PATCH', headers, body: { colour: 1 } })).status).toBe(200);
  });
});

describe('Idempotency-Key', () => {
  const post = (headers: Record<string, string>, body: object = { subject: 'a' }, path = '/v1/tickets') =>
    harness.request(path, { method: 'POST', headers, body });

  it('is sent to the service with a fingerprint of method, path and body', async () => {
    const key = { 'idempotency-key': 'k' };
    await post(key);
    await harness.request('/v1/tickets', {
      method: 'POST',
      headers: { ...key, ...JSON_TYPE },
      body: '{ "subject" : "a" }',
    });
    await post(key, { subject: 'b' });
    await harness.request(one, { method: 'PATCH', headers: key, body: { subject: 'a' } });
    // Other services are only asked whether they know the key.
    const forwarded = harness.tickets.calls.filter((call) => call.ctx.idempotency !== undefined);
    const claims = forwarded.map((call) => call.ctx.idempotency);
    expect(claims[0]).toEqual({
      key: 'k',
      credentialId: forwarded[0]?.ctx.principal?.credentialId,
      fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    expect(claims[1]).toEqual(claims[0]);
    expect(new Set(claims.map((claim) => claim?.fingerprint)).size).toBe(3);
  });

  it('is ignored by operations that write nothing', async () => {
    await harness.request(one, { headers: { 'idempotency-key': 'k' } });
    expect(harness.tickets.calls[0]?.ctx.idempotency).toBeUndefined();
  });
});
