import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createTicket, createWebhook, getWebhook, updateWebhook, type Webhook } from '@parley/contracts';
import { eventually, Receiver, type ApiClient } from '@parley/testing';
import { operator } from '../e2e/platform.ts';

describe('a subscription whose URL changes', () => {
  let client: ApiClient;
  let old: Receiver;
  let next: Receiver;
  let webhook: Webhook;

  beforeEach(async () => {
    [old, next] = await Promise.all([Receiver.start(), Receiver.start()]);
    client = (await operator.workspace()).live;
    const { data } = await client.ok(createWebhook, { body: { url: old.url, events: ['ticket.created'] } });
    webhook = data;
  });

  afterEach(async () => {
    await Promise.all([old.close(), next.close()]);
  });

  const move = () =>
    client.ok(updateWebhook, { params: { webhook_id: webhook.id }, body: { url: next.url } });

  it('is not disabled by a late 410 from the previous URL', async () => {
    let held: ServerResponse | undefined;
    old.respond = (_, response) => (held = response);
    await client.ok(createTicket, { body: { subject: 'On its way to the old address' } });
    await eventually(() => held !== undefined);
    await move();
    held?.writeHead(410).end();
    await client.ok(createTicket, { body: { subject: 'To the new address' } });
    await next.received('ticket.created');
    const { data } = await client.ok(getWebhook, { params: { webhook_id: webhook.id } });
    expect([data.status, data.disabled_reason]).toEqual(['enabled', null]);
  });

  it('does not wait for a pause requested by the previous URL', async () => {
    old.respond = (_, response) => response.writeHead(503, { 'retry-after': '3600' }).end();
    await client.ok(createTicket, { body: { subject: 'Pause' } });
    await old.received('ticket.created');
    await client.ok(createTicket, { body: { subject: 'Waits' } });
    await eventually(async () => {
      await move();
      return next.of('ticket.created').length > 0;
    });
  });
});
