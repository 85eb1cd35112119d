import { afterEach, beforeEach, expect, it } from '@jest/globals';
import * as api from '@parley/contracts';
import { refusalOf, Receiver } from '@parley/testing';
import { operator } from '../e2e/platform.ts';

let receiver: Receiver;
beforeEach(async () => {
  receiver = await Receiver.start();
});
afterEach(() => receiver.close());

const body = { url: 'http://127.0.0.1:1024/', events: ['ticket.created'] };

it('the webhooks of a workspace in one mode are at most 50, also with concurrent requests, and 500 on the plan unlimited', async () => {
  const workspace = await operator.workspace('business');
  const { live, test } = workspace;
  const create = () => live.call(api.createWebhook, { body });
  const first = await Promise.all(Array.from({ length: 49 }, create));
  expect(new Set(first.map(({ status }) => status))).toEqual(new Set([201]));

  const concurrent = await Promise.all([create(), create(), create()]);
  expect(concurrent.map(({ status }) => status).sort()).toEqual([201, 422, 422]);
  const { error } = concurrent.find(({ status }) => status === 422)?.body ?? {};
  expect([error?.code, error?.message]).toEqual(['too_many_items', expect.stringContaining('50 webhooks')]);
  // A key of a request that was refused is free again, and the other mode has a limit of its own.
  const headers = { 'idempotency-key': 'once' };
  expect((await live.call(api.createWebhook, { body }, headers)).status).toBe(422);
  expect((await test.call(api.createWebhook, { body })).status).toBe(201);

  const [one] = (await live.ok(api.listWebhooks, { query: {} })).data;
  await live.ok(api.deleteWebhook, { params: { webhook_id: one?.id ?? 'wh_' } });
  expect((await live.call(api.createWebhook, { body }, headers)).status).toBe(201);
  expect((await live.call(api.createWebhook, { body }, headers)).headers.get('idempotent-replayed')).toBe(
    'true',
  );
  expect((await create()).status).toBe(422);

  const { workspace_id: id } = workspace.credentials;
  await operator.run(api.changePlan, { workspace: id, plan: 'unlimited' });
  expect((await Promise.all([create(), create()])).map(({ status }) => status)).toEqual([201, 201]);
});

it('a webhook that is created with a status and a description is disabled until it is enabled, and receives only what occurs after that', async () => {
  const { live } = await operator.workspace();
  const fields = { url: receiver.url, events: ['ticket.created'], description: 'Sync to the CRM' };
  const created = await live.ok(api.createWebhook, { body: { ...fields, status: 'disabled' } });
  expect(created.data).toMatchObject({
    status: 'disabled',
    disabled_reason: 'manual',
    description: 'Sync to the CRM',
  });
  const params = { webhook_id: created.data.id };
  await live.ok(api.createTicket, { body: { subject: 'While it is disabled' } });
  await live.ok(api.updateWebhook, { params, body: { status: 'enabled', description: null } });
  const { data } = await live.ok(api.createTicket, { body: { subject: 'After it was enabled' } });
  const [delivery] = await receiver.received('ticket.created');
  expect(delivery?.body.data['id']).toBe(data.id);
  expect((await live.ok(api.getWebhook, { params })).data).toMatchObject({
    status: 'enabled',
    disabled_reason: null,
    description: null,
  });
});

it('the deliveries of a webhook are listed and replayed by created_after and created_before', async () => {
  const { live } = await operator.workspace();
  const hook = { url: receiver.url, events: ['ticket.created'] };
  const params = { webhook_id: (await live.ok(api.createWebhook, { body: hook })).data.id };
  await live.ok(api.createTicket, { body: { subject: 'In the list' } });
  await receiver.received('ticket.created');
  const idsOf = async (query: Record<string, string>) =>
    (await live.ok(api.listDeliveries, { params, query })).data.map(({ id }) => id);
  const [all] = (await live.ok(api.listDeliveries, { params, query: {} })).data;
  const at = all?.created_at ?? '';
  const next = new Date(Date.parse(at) + 1).toISOString();
  expect(await idsOf({ created_after: at, created_before: next })).toEqual([all?.id]);
  expect([await idsOf({ created_after: next }), await idsOf({ created_before: at })]).toEqual([[], []]);
  const recover = async (body: object) => refusalOf(await live.call(api.recoverDeliveries, { params, body }));
  expect(await recover({ created_after: next, created_before: at })).toBe(
    '422 invalid_parameter created_before',
  );
  expect(await recover({})).toBe('422 missing_parameter created_after');
});
