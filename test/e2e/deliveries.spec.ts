import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import * as api from '@parley/contracts';
import { eventually, Receiver, type ApiClient, type Delivery } from '@parley/testing';
import { Webhook as Verifier } from 'standardwebhooks';
import { operator } from './platform.ts';

const verifies = (secret: string, { raw, headers }: Delivery): boolean => {
  try {
    new Verifier(secret).verify(raw, headers as Record<string, string>);
    return true;
  } catch {
    return false;
  }
};

function only<T>([item, ...others]: readonly T[]): T {
  if (item === undefined || others.length > 0) throw new Error('there is not just one');
  return item;
}

describe('the deliveries of a webhook', () => {
  let live: ApiClient;
  let receiver: Receiver;
  let answer: number;
  let webhookId: api.Id<'webhook'>;
  let secret: string;

  beforeAll(async () => {
    receiver = await Receiver.start((_, response) => response.writeHead(answer).end('so it is'));
  });

  afterAll(() => receiver.close());

  async function subscribe(): Promise<void> {
    ({ live } = await operator.workspace());
    const body = { url: receiver.url, events: ['ticket.created'] };
    const { data } = await live.ok(api.createWebhook, { body });
    [webhookId, secret] = [data.id, data.signing_secret];
  }

  const params = () => ({ webhook_id: webhookId });
  const list = async (query: api.Input<typeof api.listDeliveries>['query'] = {}) =>
    (await live.ok(api.listDeliveries, { params: params(), query })).data;
  const read = async (id: api.Id<'delivery'>) =>
    (await live.ok(api.getDelivery, { params: { ...params(), delivery_id: id } })).data;
  const about = (ticket: string) => receiver.deliveries.filter(({ body }) => body.data['id'] === ticket);
  /** Opens tickets, and waits until what became of them is known. */
  async function deliver(count: number, status: 'delivered' | 'failed'): Promise<api.Id<'ticket'>[]> {
    const ids: api.Id<'ticket'>[] = [];
    const before = (await list({ status })).length;
    for (let n = 0; n < count; n += 1)
      ids.push((await live.ok(api.createTicket, { body: { subject: `Number ${n}` } })).data.id);
    await eventually(async () => (await list({ status })).length === before + count);
    return ids;
  }

  it('are listed newest first, each with the request and the response of every attempt', async () => {
    await subscribe();
    answer = 500;
    const [ticket] = await deliver(1, 'failed');
    answer = 204;
    await deliver(1, 'delivered');
    const all = await list();
    expect(all.map(({ status, event }) => [status, event])).toEqual([
      ['delivered', 'ticket.created'],
      ['failed', 'ticket.created'],
    ]);
    const [, failed] = all;
    expect(failed).toMatchObject({ next_attempt_at: null, last_attempt: { status_code: 500 } });
    const { attempts, payload, ...rest } = await read(failed?.id as api.Id<'delivery'>);
    expect(rest).toEqual(failed);
    const sent = about(ticket as string);
    expect(sent).toHaveLength(attempts.length);
    for (const { raw, headers } of sent) {
      expect(raw).toBe(payload);
      expect(headers['webhook-id']).toBe(rest.event_id);
    }
    expect(attempts.at(-1)).toMatchObject({ status_code: 500, response: 'so it is' });
    for (const attempt of attempts) {
      expect(attempt.trigger).toBe('schedule');
      expect(attempt.request_headers).toMatchObject({ 'webhook-id': rest.event_id });
      expect(JSON.stringify(attempt.request_headers)).not.toContain('v1,');
    }
    expect(new Set(attempts.map(({ at }) => at)).size).toBe(attempts.length);
  });

  it('can be retried any number of times, with the same id and bytes', async () => {
    await subscribe();
    answer = 204;
    const [ticket] = (await deliver(1, 'delivered')) as [api.Id<'ticket'>];
    const { id } = only(await list());
    for (const count of [2, 3]) {
      await live.ok(api.retryDelivery, { params: { ...params(), delivery_id: id } });
      await eventually(() => about(ticket).length === count);
      await eventually(async () => (await read(id)).status === 'delivered');
    }
    const [first, ...others] = about(ticket);
    for (const { raw, headers } of others) {
      expect(raw).toBe(first?.raw);
      expect(headers['webhook-id']).toBe(first?.headers['webhook-id']);
    }
    expect((await read(id)).attempts.map(({ trigger }) => trigger)).toEqual(['schedule', 'manual', 'manual']);
    expect(await list()).toHaveLength(1);
  });

  it('that failed in a time range are recovered, and no others', async () => {
    await subscribe();
    answer = 500;
    const [early] = (await deliver(1, 'failed')) as [api.Id<'ticket'>];
    const { created_at: created } = only(await list());
    const since = new Date(Date.parse(created) + 1).toISOString();
    answer = 204;
    const [fine] = (await deliver(1, 'delivered')) as [api.Id<'ticket'>];
    answer = 500;
    const late = await deliver(1, 'failed');
    const before = receiver.deliveries.length;
    answer = 204;
    const { data } = await live.ok(api.recoverDeliveries, {
      params: params(),
      body: { created_after: since },
    });
    expect(data).toEqual({ recovered: 1, has_more: false });
    await eventually(async () => (await list({ status: 'delivered' })).length === 2);
    const again = receiver.deliveries.slice(before).map(({ body }) => body.data['id']);
    expect(again).toEqual(late);
    expect(again).not.toContain(early);
    expect(again).not.toContain(fine);
    const repeated = await live.ok(api.recoverDeliveries, {
      params: params(),
      body: { created_after: since },
    });
    expect(repeated.data.recovered).toBe(0);
  });

  it('of a test call are listed too', async () => {
    await subscribe();
    answer = 503;
    const { data } = await live.ok(api.testWebhook, { params: params() });
    const delivery = await read(data.delivery_id);
    expect(delivery).toMatchObject({ event: 'webhook.test', status: 'failed' });
    expect(delivery.attempts).toMatchObject([{ trigger: 'test', status_code: 503 }]);
  });

  it('cannot be retried or recovered while it is disabled', async () => {
    await subscribe();
    answer = 500;
    await deliver(1, 'failed');
    const { id } = only(await list());
    await live.ok(api.updateWebhook, { params: params(), body: { status: 'disabled' } });
    const retried = await live.call(api.retryDelivery, { params: { ...params(), delivery_id: id } });
    const recovered = await live.call(api.recoverDeliveries, {
      params: params(),
      body: { created_after: '2026-01-01' },
    });
    for (const refused of [retried, recovered]) {
      expect(refused.status).toBe(422);
      expect(refused.body).toMatchObject({ error: { code: 'invalid_parameter', param: 'webhook_id' } });
    }
  });

  it('are signed with both secrets after a rotation, and with one after setting a secret', async () => {
    await subscribe();
    answer = 204;
    const { data: rotated } = await live.ok(api.rotateWebhookSecret, { params: params(), body: {} });
    expect(rotated.signing_secret).not.toBe(secret);
    const [first] = (await deliver(1, 'delivered')) as [api.Id<'ticket'>];
    const [delivery] = about(first) as [Delivery];
    expect([verifies(secret, delivery), verifies(rotated.signing_secret, delivery)]).toEqual([true, true]);
    const body = { secret: 'chosen-by-the-caller' };
    const { data: replaced } = await live.ok(api.updateWebhook, { params: params(), body });
    const [second] = (await deliver(1, 'delivered')) as [api.Id<'ticket'>];
    const [later] = about(second) as [Delivery];
    expect(
      [secret, rotated.signing_secret, replaced.signing_secret ?? ''].map((one) => verifies(one, later)),
    ).toEqual([false, false, true]);
    const { data: shown } = await live.ok(api.getWebhook, { params: params() });
    expect(JSON.stringify(shown)).not.toContain('chosen-by-the-caller');
  });
});
