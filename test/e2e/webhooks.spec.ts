import { afterAll, describe, expect, it } from '@jest/globals';
import * as api from '@parley/contracts';
import { Receiver, refusalOf, type Delivery } from '@parley/testing';
import { Webhook as Verifier } from 'standardwebhooks';
import { operator } from './platform.ts';
import { addUser, subscribed } from './steps.ts';

const verify = (secret: string, { raw, headers }: Delivery) =>
  new Verifier(secret).verify(raw, headers as Record<string, string>);

describe('a webhook', () => {
  const receivers: Receiver[] = [];

  afterAll(() => Promise.all(receivers.map((receiver) => receiver.close())));

  /** A subscription with a receiver of its own, in a workspace of its own. */
  async function subscribe(
    events: string[],
    options: Partial<api.Input<typeof api.createWebhook>['body']> = {},
  ) {
    const { live } = await operator.workspace();
    const receiver = await Receiver.start();
    receivers.push(receiver);
    const { data } = await live.ok(api.createWebhook, { body: { url: receiver.url, events, ...options } });
    return { live, receiver, webhook: data };
  }

  it.each([
    ['generated', undefined],
    ['chosen', 'my-super-secret'],
  ])('receives ticket.created, signed with a %s secret so that a library verifies it', async (_, chosen) => {
    const options = chosen === undefined ? {} : { secret: chosen };
    const { live, receiver, webhook } = await subscribe(['ticket.created'], options);
    expect([webhook.secret, webhook.secret_last4]).toEqual([
      chosen ?? expect.any(String),
      chosen === undefined ? webhook.secret.slice(-4) : null,
    ]);
    const { data: ticket } = await live.ok(api.createTicket, { body: { subject: 'Signed' } });
    const [delivery] = await receiver.received('ticket.created');
    expect(delivery && verify(webhook.signing_secret, delivery)).toMatchObject({
      event: 'ticket.created',
      data: ticket,
      id: delivery?.headers['webhook-id'],
    });
  });

  it('retries failures with the same id and body and a new signature', async () => {
    const { live, receiver, webhook } = await subscribe(['ticket.created']);
    receiver.respond = (_, response) => response.writeHead(receiver.deliveries.length < 3 ? 500 : 200).end();
    await live.ok(api.createTicket, { body: { subject: 'Third time lucky' } });
    const attempts = await receiver.received('ticket.created', 3);
    expect(new Set(attempts.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(new Set(attempts.map(({ raw }) => raw)).size).toBe(1);
    for (const attempt of attempts) expect(verify(webhook.signing_secret, attempt)).toBeTruthy();
    const [first, , third] = attempts;
    expect((third?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThanOrEqual(600);
  });

  it('is disabled by 410 with an event to the others, and gets no further deliveries', async () => {
    const { live, receiver, webhook } = await subscribe(['ticket.created']);
    await using other = await subscribed(live, 'webhook.disabled', 'ticket.created');
    receiver.respond = (_, response) => response.writeHead(410).end();
    await live.ok(api.createTicket, { body: { subject: 'Gone' } });
    const [notice] = await other.received('webhook.disabled');
    expect(notice?.body.data).toMatchObject({ id: webhook.id, status: 'disabled', disabled_reason: 'gone' });
    const { data } = await live.ok(api.getWebhook, { params: { webhook_id: webhook.id } });
    expect([data.status, data.disabled_reason]).toEqual(['disabled', 'gone']);
    await live.ok(api.createTicket, { body: { subject: 'Unheard' } });
    // What another subscription has got, this one would have got too.
    await other.received('ticket.created', 2);
    expect(receiver.deliveries).toHaveLength(1);
    expect(other.of('webhook.disabled')).toHaveLength(1);
  });

  it('can be tested on demand, also if the receiver fails', async () => {
    const { live, receiver, webhook } = await subscribe(['ticket.created']);
    const params = { webhook_id: webhook.id };
    const success = await live.ok(api.testWebhook, { params });
    expect(success.data).toMatchObject({ success: true, status_code: 204, error: null });
    const [delivery] = await receiver.received('webhook.test');
    expect(delivery && verify(webhook.signing_secret, delivery)).toMatchObject({ event: 'webhook.test' });
    receiver.respond = (_, response) => response.writeHead(503).end('down');
    const tested = async () => (await live.ok(api.testWebhook, { params })).data;
    expect(await tested()).toMatchObject({ success: false, status_code: 503 });
    await receiver.close();
    const error = 'connection_refused';
    expect(await tested()).toMatchObject({ success: false, status_code: null, error });
  });

  it('sends an assignment after the update, each with the ticket and its previous values', async () => {
    const workspace = await operator.workspace();
    const { live } = workspace;
    const { id } = await addUser(workspace);
    await using receiver = await subscribed(live, '*');
    const { data: ticket } = await live.ok(api.createTicket, { body: { subject: 'Assign' } });
    const { data: changed } = await live.ok(api.updateTicket, {
      params: { ticket_id: ticket.id },
      body: { assignee_id: id, status: 'pending' },
    });
    const [assigned] = await receiver.received('ticket.assigned');
    const [updated] = await receiver.received('ticket.updated');
    expect(updated?.body).toMatchObject({ data: changed, previous: { assignee: null, status: 'open' } });
    expect(Object.keys(updated?.body.previous ?? {}).sort()).toEqual(['assignee', 'status']);
    expect(assigned?.body).toMatchObject({ data: changed, previous: updated?.body.previous });
    expect(Date.parse(assigned?.body.timestamp ?? '')).toBeGreaterThanOrEqual(
      Date.parse(updated?.body.timestamp ?? ''),
    );
    await receiver.received('ticket.status_changed');
    // A change that changes nothing is no event.
    await live.ok(api.updateTicket, { params: { ticket_id: ticket.id }, body: { status: 'pending' } });
    await live.ok(api.createTicket, { body: { subject: 'Later' } });
    await receiver.received('ticket.created', 2);
    expect(receiver.of('ticket.updated')).toHaveLength(1);
  });

  it('can be updated, disabled and enabled again, and returns a new secret once', async () => {
    const { live, receiver, webhook } = await subscribe(['ticket.created'], { rate_limit: 2 });
    expect(webhook.rate_limit).toBe(2);
    const params = { webhook_id: webhook.id };
    const disabled = await live.ok(api.updateWebhook, { params, body: { status: 'disabled' } });
    expect(disabled.data).toMatchObject({ status: 'disabled', disabled_reason: 'manual' });
    await live.ok(api.createTicket, { body: { subject: 'Unheard' } });
    const status = 'enabled' as const;
    const body = { status, events: ['contact.created'], secret: 'another-secret', rate_limit: null };
    const changed = await live.ok(api.updateWebhook, { params, body });
    expect(changed.data).toMatchObject({ ...body, disabled_reason: null, secret_last4: null });
    await live.ok(api.createTicket, { body: { subject: 'Heard', contact: { email: 'new@example.com' } } });
    const [delivery] = await receiver.received('contact.created');
    expect(delivery && verify(changed.data.signing_secret ?? '', delivery)).toBeTruthy();
    expect(receiver.deliveries).toHaveLength(1);
    expect((await live.ok(api.getWebhook, { params })).data).not.toHaveProperty('secret');
    const refused = await live.call(api.updateWebhook, { params, body: { url: 'http://10.0.0.1/' } });
    expect(refusalOf(refused)).toBe('422 invalid_parameter url');
  });

  it('is listed without its secret, and not found after deletion', async () => {
    const { live, receiver, webhook } = await subscribe(['ticket.created']);
    const { secret: _, signing_secret: __, ...shown } = webhook;
    expect((await live.ok(api.listWebhooks, { query: {} })).data).toEqual([shown]);
    const params = { webhook_id: webhook.id };
    expect((await live.call(api.deleteWebhook, { params })).status).toBe(204);
    expect((await live.call(api.deleteWebhook, { params })).status).toBe(404);
    await live.ok(api.createTicket, { body: { subject: 'Nobody listens' } });
    expect(receiver.deliveries).toEqual([]);
  });
});
