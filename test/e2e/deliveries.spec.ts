import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import * as api from '@parley/contracts';
import { eventually, Receiver, refusalOf, type ApiClient, type BodyOf } from '@parley/testing';
import { Webhook as Verifier } from 'standardwebhooks';
import { operator } from './platform.ts';

let answer: number;
const receiver = await Receiver.start((_, response) => response.writeHead(answer).end('so it is'));
afterAll(() => receiver.close());

describe('the deliveries of a webhook', () => {
  let live: ApiClient;
  let webhook: BodyOf<typeof api.createWebhook>['data'];
  let params: { webhook_id: api.Id<'webhook'> };
  beforeEach(async () => {
    ({ live } = await operator.workspace());
    const body = { url: receiver.url, events: ['ticket.created'] };
    webhook = (await live.ok(api.createWebhook, { body })).data;
    params = { webhook_id: webhook.id };
  });

  const list = async (query: api.Input<typeof api.listDeliveries>['query'] = {}) =>
    (await live.ok(api.listDeliveries, { params, query })).data;
  const only = async () => {
    const all = await list();
    expect(all).toHaveLength(1);
    return all[0] as api.Delivery;
  };
  const read = async (id: api.Id<'delivery'>) =>
    (await live.ok(api.getDelivery, { params: { ...params, delivery_id: id } })).data;
  const about = (ticket: string) => receiver.deliveries.filter(({ body }) => body.data['id'] === ticket);
  /** Opens a ticket, and waits until what became of its delivery is known. */
  async function deliver(status: 'delivered' | 'failed'): Promise<api.Id<'ticket'>> {
    answer = status === 'delivered' ? 204 : 500;
    const before = (await list({ status })).length;
    const { data } = await live.ok(api.createTicket, { body: { subject: 'Told' } });
    await eventually(async () => (await list({ status })).length === before + 1);
    return data.id;
  }

  it('are listed newest first, each with the request and the response of every attempt', async () => {
    const ticket = await deliver('failed');
    await deliver('delivered');
    const all = await list();
    expect(all.map(({ status, event }) => [status, event])).toEqual([
      ['delivered', 'ticket.created'],
      ['failed', 'ticket.created'],
    ]);
    const [, failed] = all;
    expect(failed).toMatchObject({ next_attempt_at: null, last_attempt: { status_code: 500 } });
    const { attempts, payload, ...rest } = await read(failed?.id as api.Id<'delivery'>);
    expect(rest).toEqual(failed);
    const sent = about(ticket);
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
    expect(new Set(attempts.map(({ started_at: at }) => at)).size).toBe(attempts.length);
  });

  it('can be retried any number of times, with the same id and bytes', async () => {
    const ticket = await deliver('delivered');
    const { id } = await only();
    for (const count of [2, 3]) {
      await live.ok(api.retryDelivery, { params: { ...params, delivery_id: id } });
      await eventually(() => about(ticket).length === count);
      await eventually(async () => (await read(id)).status === 'delivered');
    }
    const [first, ...others] = about(ticket);
    for (const { raw, headers } of others)
      expect([raw, headers['webhook-id']]).toEqual([first?.raw, first?.headers['webhook-id']]);
    expect((await read(id)).attempts.map(({ trigger }) => trigger)).toEqual(['schedule', 'manual', 'manual']);
    expect(await list()).toHaveLength(1);
  });

  it('that failed in a time range are recovered, and no others', async () => {
    await deliver('failed');
    const { created_at: created } = await only();
    // The circuit of the endpoint stays closed.
    await deliver('delivered');
    const late = await deliver('failed');
    const before = receiver.deliveries.length;
    answer = 204;
    const body = { created_after: new Date(Date.parse(created) + 1).toISOString() };
    const recover = async () => (await live.ok(api.recoverDeliveries, { params, body })).data;
    expect(await recover()).toEqual({ recovered: 1, has_more: false });
    await eventually(async () => (await list({ status: 'delivered' })).length === 2);
    expect(receiver.deliveries.slice(before).map(({ body: told }) => told.data['id'])).toEqual([late]);
    expect(await recover()).toMatchObject({ recovered: 0 });
  });

  it('of a test call are listed too', async () => {
    answer = 503;
    const { data } = await live.ok(api.testWebhook, { params });
    expect(await read(data.delivery_id)).toMatchObject({
      event: 'webhook.test',
      status: 'failed',
      attempts: [{ trigger: 'test', status_code: 503 }],
    });
  });

  it('cannot be retried or recovered while it is disabled', async () => {
    await deliver('failed');
    const { id } = await only();
    await live.ok(api.updateWebhook, { params, body: { status: 'disabled' } });
    const body = { created_after: '2026-01-01' };
    for (const refused of [
      await live.call(api.retryDelivery, { params: { ...params, delivery_id: id } }),
      await live.call(api.recoverDeliveries, { params, body }),
    ])
      expect(refusalOf(refused)).toBe('422 invalid_parameter webhook_id');
  });

  it('are signed with both secrets after a rotation', async () => {
    const { data: rotated } = await live.ok(api.rotateWebhookSecret, { params, body: {} });
    const [delivery] = about(await deliver('delivered'));
    for (const secret of [webhook.signing_secret, rotated.signing_secret]) {
      const { raw = '', headers = {} } = delivery ?? {};
      expect(new Verifier(secret).verify(raw, headers as Record<string, string>)).toEqual(delivery?.body);
    }
  });
});
