import { createHmac } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import * as api from '@parley/contracts';
import { eventually } from '@parley/testing';
import { operator } from '../platform.ts';
import { subscribed, withKey } from '../steps.ts';
import { freePort, postTo, readGuide, root, start, type Started } from './guide.ts';

const EXAMPLE = join(root, 'examples/connector-node');

it.each(['connector.mjs', 'provider.mjs'])('the guide shows %s as it is in examples', async (file) => {
  const shown = (await readGuide('channels')).map(({ text }) => text);
  expect(shown).toContain(await readFile(join(EXAMPLE, file), 'utf8'));
});

/** A provider that sends once what has the same key, and answers as the text says. */
class Provider {
  readonly sent = new Map<string, { to: string; text: string; reference: string }>();
  readonly #server = createServer((request, response) => void this.#answer(request, response));

  async listen(): Promise<string> {
    const port = await freePort();
    await new Promise<void>((resolve) => this.#server.listen(port, '127.0.0.1', resolve));
    return `http://127.0.0.1:${port}`;
  }

  textsOf = (reference: string) =>
    [...this.sent.values()].filter((one) => one.reference === reference).map(({ text }) => text);

  close = () => this.#server.close();

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const message = JSON.parse(Buffer.concat(await request.toArray()).toString()) as { text: string };
    if (message.text === 'Refuse') return void response.writeHead(422).end();
    const key = String(request.headers['idempotency-key']);
    const isNew = !this.sent.has(key);
    this.sent.set(key, message as never);
    if (message.text === 'Vanish') return void response.destroy();
    response.writeHead(message.text === 'Wait' && isNew ? 429 : 200).end();
  }
}

describe('the connector of examples', () => {
  const provider = new Provider();
  let connector: Started;
  let url: string;
  let secret: string;
  let live: Awaited<ReturnType<typeof operator.workspace>>['live'];

  beforeAll(async () => {
    const workspace = await operator.workspace();
    ({ live } = workspace);
    const port = await freePort();
    url = `http://127.0.0.1:${port}`;
    const body = { url: `${url}/parley`, events: ['message.created', 'message.delivery_updated'] };
    const { data: webhook } = await live.ok(api.createWebhook, { body });
    secret = webhook.signing_secret;
    const { data: connection } = await live.ok(api.createConnection, { body: { name: 'SMS', type: 'sms' } });
    const key = await withKey(workspace, 'conversations:read,conversations:write');
    const env = {
      PARLEY_BASE_URL: live.baseUrl,
      PARLEY_API_KEY: key.token ?? '',
      CONNECTION: connection.id,
      WEBHOOK_SECRET: secret,
      PROVIDER_URL: await provider.listen(),
      PORT: String(port),
    };
    connector = start(process.execPath, [join(EXAMPLE, 'connector.mjs')], { env });
    await eventually(() => expect(connector.printed()).toContain('connector is started'));
  });
  afterAll(async () => {
    await connector.end();
    provider.close();
  });

  /** A webhook of the provider. */
  const provide = (event: Record<string, string>) => postTo(`${url}/provider`, JSON.stringify(event));

  /** Delivers an event as its webhook does. */
  const deliver = async (data: api.Message) => {
    const body = JSON.stringify({ event: 'message.created', data });
    const [id, timestamp] = [`evt_${crypto.randomUUID()}`, String(Math.floor(Date.now() / 1000))];
    const hmac = createHmac('sha256', Buffer.from(secret.replace('whsec_', ''), 'base64'));
    const signature = `v1,${hmac.update(`${id}.${timestamp}.${body}`).digest('base64')}`;
    const headers = { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature };
    return postTo(`${url}/parley`, body, headers);
  };

  const begin = async (from: string) => {
    for (const text of ['Where is it?', 'Where is it?'])
      expect(await provide({ id: `SM ${from}`, from, text })).toBe(204);
    const [conversation] = (await live.ok(api.listConversations, { query: {} })).data;
    expect(conversation).toMatchObject({ messages_count: 1, contact: { phone: from } });
    return { conversation_id: conversation?.id as api.Id<'conversation'> };
  };
  const reply = async (params: { conversation_id: api.Id<'conversation'> }, text: string) => {
    const { data } = await live.ok(api.createMessage, { params, body: { body: text } });
    const ids = { ...params, message_id: data.id };
    const deliveryNow = async () => (await live.ok(api.getMessage, { params: ids })).data.delivery;
    return { data, ids, reference: `${params.conversation_id}/${data.id}`, deliveryNow };
  };

  it('posts what a contact writes once, sends the reply, and reports what becomes of it', async () => {
    const from = '+49 151 12345678';
    const { reference, deliveryNow } = await reply(await begin(from), 'On its way.');
    await eventually(async () => expect(await deliveryNow()).toMatchObject({ status: 'sent' }));
    expect(await provide({ reference, status: 'delivered' })).toBe(204);
    expect(await deliveryNow()).toMatchObject({ status: 'delivered' });
    expect([...provider.sent.values()]).toEqual([{ to: from, text: 'On its way.', reference }]);
  });

  it('has what is delivered twice sent once by its key, and again once a user sends it again', async () => {
    const params = await begin('+49 151 22');
    await using receiver = await subscribed(live, 'message.delivery_updated');
    const { data, ids, reference, deliveryNow } = await reply(params, 'Twice');
    const answers = await Promise.all([1, 2, 3, 4].map(() => deliver(data)));
    expect([...answers, await deliver(data)]).toEqual([204, 204, 204, 204, 204]);
    expect(provider.textsOf(reference)).toEqual(['Twice']);
    // It is queued until the provider has answered: what a crash interrupts is delivered again.
    const [update] = await receiver.received('message.delivery_updated');
    expect(update?.body).toMatchObject({
      data: { delivery: { status: 'sent' } },
      previous: { delivery: { status: 'queued' } },
    });
    expect(await provide({ reference, status: 'bounced' })).toBe(204);
    await live.ok(api.resendMessage, { params: ids, body: {} });
    await eventually(async () => expect(await deliveryNow()).toMatchObject({ status: 'sent' }));
    expect(provider.textsOf(reference)).toEqual(['Twice', 'Twice']);
  });

  it('reports what it does not know as unknown, and what the provider refuses as failed', async () => {
    const params = await begin('+49 151 33');
    const [vanished, refused] = [await reply(params, 'Vanish'), await reply(params, 'Refuse')];
    await eventually(async () => expect(await vanished.deliveryNow()).toMatchObject({ status: 'unknown' }));
    await eventually(async () =>
      expect(await refused.deliveryNow()).toMatchObject({ status: 'failed', error: { code: 'http_422' } }),
    );
  });

  it('answers the webhook with an error where the provider asks to come again', async () => {
    const { data, deliveryNow, reference } = await reply(await begin('+49 151 44'), 'Wait');
    await eventually(() => expect(provider.textsOf(reference)).toEqual(['Wait']));
    expect(await deliveryNow()).toMatchObject({ status: 'queued' });
    expect(await deliver(data)).toBe(204);
    expect(await deliveryNow()).toMatchObject({ status: 'sent' });
  });

  it('sends nothing that nobody has signed', async () => {
    const body = JSON.stringify({ event: 'message.created', data: {} });
    expect(await postTo(`${url}/parley`, body)).toBe(500);
  });
});
