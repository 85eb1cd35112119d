import { expect, it } from '@jest/globals';
import { createWebhook, getWebhook, updateWebhook, type Input } from '@parley/contracts';
import { operator } from '../e2e/platform.ts';

const HOOK = { url: 'https://example.com/hooks', events: ['ticket.*'] };
const SECRET = 'my-super-secret';

it.each<[string, Input<typeof updateWebhook>['body']]>([
  ['nothing', {}],
  ['the same events', { events: ['ticket.*'] }],
  ['the same address', { url: 'https://example.com/hooks' }],
  ['the same status', { status: 'enabled' }],
  ['the same secret', { secret: SECRET }],
])('an update of a webhook with %s changes nothing', async (_, body) => {
  const { live } = await operator.workspace();
  const { data } = await live.ok(createWebhook, { body: { ...HOOK, secret: SECRET } });
  const params = { webhook_id: data.id };
  const before = await live.call(getWebhook, { params });
  const answer = await live.call(updateWebhook, { params, body });
  const after = await live.call(getWebhook, { params });
  expect(after.body).toEqual(before.body);
  const tag = before.headers.get('etag');
  expect(tag).toMatch(/^"/);
  expect([answer.headers.get('etag'), after.headers.get('etag')]).toEqual([tag, tag]);
});

it('creating and updating a webhook returns its ETag', async () => {
  const { live } = await operator.workspace();
  const made = await live.call(createWebhook, { body: HOOK });
  const { data } = made.body as unknown as { data: { id: `wh_${string}` } };
  const params = { webhook_id: data.id };
  const first = (await live.call(getWebhook, { params })).headers.get('etag');
  const changed = await live.call(updateWebhook, { params, body: { secret: 'another-secret' } });
  const second = (await live.call(getWebhook, { params })).headers.get('etag');
  expect([made.headers.get('etag'), changed.headers.get('etag')]).toEqual([first, second]);
  expect(second).not.toBe(first);
});
