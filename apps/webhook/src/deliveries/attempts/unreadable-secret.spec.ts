import { afterAll, afterEach, describe, expect, it } from '@jest/globals';
import {
  createWebhook,
  reencryptSecrets,
  rotateWebhookSecret,
  testWebhook,
  uuidOf,
  type Webhook,
} from '@parley/contracts';
import { systemContext } from '@parley/runtime/context';
import { Database } from '@parley/persistence';
import { eventually, newTenant, Receiver, TestDatabase } from '@parley/testing';
import { webhookDatabase } from '../../webhook.database.ts';
import { startWebhooks, type WebhookProcess } from '../../webhook.fixture.ts';
import { eventOf } from '../samples.fixture.ts';
import { STATUS } from '../queue/deliveries.queries.ts';
import { storeAndFanOut } from '../queue/fan-out.ts';

const KEY = Buffer.alloc(32, 1).toString('base64');
const OTHER = Buffer.alloc(32, 2).toString('base64');
let service: WebhookProcess | undefined;
const database = await TestDatabase.create(webhookDatabase);
const receiver = await Receiver.start();
afterEach(async () => {
  await service?.app.close();
  service = undefined;
});
afterAll(async () => {
  await receiver.close();
  await database.drop();
});

/** The service as the operator starts it, again, with these keys. */
async function start(keys: string): Promise<WebhookProcess> {
  await service?.app.close();
  const env = { ENCRYPTION_KEYS: keys, WEBHOOK_RETRY_SCHEDULE: '0s,100ms,30m' };
  return (service = await startWebhooks(database.url, env));
}

const attemptsOf = (webhook: Webhook) =>
  database.query<{ error: string; status: number; made: number }>(
    `select a.error, d.status, d.attempts_made as made from webhook.attempt a
       join webhook.delivery_log d on d.id = a.delivery_id and not d.is_test
      where d.webhook_id = $1 order by a.started_at`,
    [uuidOf('webhook', webhook.id)],
  );

describe('a subscription whose secret cannot be decrypted', () => {
  const ctx = newTenant();
  const subscribe = async () => {
    const { rpc } = await start(KEY);
    return rpc.call(createWebhook, ctx, { body: { url: receiver.url, events: ['*'] } });
  };

  it('fails its attempts and test calls with the reason, and succeeds once the key is restored', async () => {
    const webhook = await subscribe();
    const { app, rpc } = await start(OTHER);
    const error = 'secret_unreadable';
    expect(await rpc.call(testWebhook, ctx, { params: { webhook_id: webhook.id } })).toMatchObject({
      success: false,
      status_code: null,
      error,
      delivery_id: expect.stringMatching(/^dlv_/),
    });
    await app.get(Database).transaction(ctx, (tx) => storeAndFanOut(tx, [eventOf(ctx)], 0));
    const failed = await eventually(async () => {
      const attempts = await attemptsOf(webhook);
      return attempts.length === 2 ? attempts : Promise.reject(new Error(`${attempts.length} of 2`));
    });
    expect(failed).toEqual(Array(2).fill({ error, status: STATUS.pending, made: 2 }));
    expect(receiver.deliveries).toEqual([]);
    await database.query('update webhook.delivery set due_at = now()');
    await start(`${OTHER},${KEY}`);
    await eventually(() => receiver.of('ticket.created').length === 1);
  });

  it('is read throughout a rotation of the keys, in the documented order', async () => {
    const webhook = await subscribe();
    const params = { webhook_id: webhook.id };
    const sends = async (keys: string) => {
      const { rpc } = await start(keys);
      expect(await rpc.call(testWebhook, ctx, { params })).toMatchObject({ error: null, success: true });
      return rpc;
    };
    await sends(`${KEY},${OTHER}`);
    const rotating = await sends(`${OTHER},${KEY}`);
    // The next secret has the new key, the previous one still the old one.
    await rotating.call(rotateWebhookSecret, ctx, { params, body: {} });
    const reencrypt = () => rotating.call(reencryptSecrets, systemContext(), { service: 'webhook' });
    const { secrets, completed } = await reencrypt();
    expect(completed).toBe(true);
    const counts = Object.fromEntries(secrets.map(({ type, ...rest }) => [type, rest]));
    expect(counts['webhook_secrets']).toMatchObject({ unreadable: 0 });
    expect(counts['webhook_secrets']?.reencrypted).toBeGreaterThan(0);
    const again = await reencrypt();
    expect(again.secrets.map(({ reencrypted }) => reencrypted)).toEqual([0, 0]);
    await sends(OTHER);
    expect(receiver.of('webhook.test').at(-1)?.headers['webhook-signature']).toMatch(/^v1,\S+ v1,\S+$/);
  });
});
