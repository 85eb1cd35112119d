import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { createWebhook, testWebhook, type Webhook } from '@parley/contracts';
import { eventually, Receiver, refusalOf, type ApiClient } from '@parley/testing';
import { operator } from '../e2e/platform.ts';

let client: ApiClient;
let receiver: Receiver;
let webhook: Webhook;

beforeEach(async () => {
  receiver = await Receiver.start();
  client = (await operator.workspace()).live;
  webhook = (await client.ok(createWebhook, { body: { url: receiver.url, events: ['ticket.*'] } })).data;
});

afterEach(() => receiver.close());

const test = (headers = {}) => client.call(testWebhook, { params: { webhook_id: webhook.id } }, headers);

it('concurrent test calls with one Idempotency-Key send one event', async () => {
  const held: ServerResponse[] = [];
  receiver.respond = (_, response) => held.push(response);
  const once = () => test({ 'idempotency-key': 'once' });
  const first = once();
  await eventually(() => held.length > 0);
  const during = await Promise.all(Array.from({ length: 5 }, once));
  expect(during.map(({ body }) => body.error.code)).toEqual(Array(5).fill('idempotency_in_progress'));
  held[0]?.writeHead(204).end();
  expect((await first).status).toBe(200);
  const repeat = await once();
  expect([repeat.status, repeat.headers.get('idempotent-replayed')]).toEqual([200, 'true']);
  expect(repeat.body).toEqual((await first).body);
  expect(receiver.of('webhook.test')).toHaveLength(1);
});

it('a tenant can make 60 test calls per minute', async () => {
  for (let batch = 0; batch < 15; batch += 1)
    for (const { status } of await Promise.all([test(), test(), test(), test()])) expect(status).toBe(200);
  const refused = await test();
  expect(refusalOf(refused)).toBe('429 rate_limit_exceeded');
  const seconds = Number(refused.headers.get('retry-after'));
  expect(seconds >= 1 && seconds <= 60).toBe(true);
  expect(receiver.of('webhook.test')).toHaveLength(60);
});
