import { describe, expect, it } from '@jest/globals';
import { createWebhook, deleteWebhook, listWebhooks, updateWorkspace } from '@parley/contracts';
import { operator } from '../e2e/platform.ts';

const body = { url: 'http://127.0.0.1:1024/', events: ['ticket.created'] };

describe('the webhooks of a workspace in one mode', () => {
  it('are at most 50, also with concurrent requests, and 500 on the plan unlimited', async () => {
    const workspace = await operator.workspace('business');
    const { live, test } = workspace;
    const create = () => live.call(createWebhook, { body });
    const first = await Promise.all(Array.from({ length: 49 }, create));
    expect(new Set(first.map(({ status }) => status))).toEqual(new Set([201]));

    const concurrent = await Promise.all([create(), create(), create()]);
    expect(concurrent.map(({ status }) => status).sort()).toEqual([201, 422, 422]);
    const { error } = concurrent.find(({ status }) => status === 422)?.body ?? {};
    expect([error?.code, error?.message]).toEqual(['too_many_items', expect.stringContaining('50 webhooks')]);
    // A key of a request that was refused is free again, and the other mode has a limit of its own.
    const headers = { 'idempotency-key': 'once' };
    expect((await live.call(createWebhook, { body }, headers)).status).toBe(422);
    expect((await test.call(createWebhook, { body })).status).toBe(201);

    const [one] = (await live.ok(listWebhooks, { query: {} })).data;
    await live.ok(deleteWebhook, { params: { webhook_id: one?.id ?? 'wh_' } });
    expect((await live.call(createWebhook, { body }, headers)).status).toBe(201);
    expect((await live.call(createWebhook, { body }, headers)).headers.get('idempotent-replayed')).toBe(
      'true',
    );
    expect((await create()).status).toBe(422);

    await operator.run(updateWorkspace, { workspace: workspace.credentials.workspace_id, plan: 'unlimited' });
    expect((await Promise.all([create(), create()])).map(({ status }) => status)).toEqual([201, 201]);
  });
});
