import { afterAll, expect, it } from '@jest/globals';
import * as api from '@parley/contracts';
import { eventually, gate, Receiver } from '@parley/testing';
import { query } from '../e2e/session-api/query.ts';
import { operator } from '../e2e/platform.ts';

const NAME = `Dana ${crypto.randomUUID()}`;
const receiver = await Receiver.start((delivery, response) => response.end(delivery.raw));
afterAll(() => receiver.close());

/** Answers of receivers that repeat the name. */
const answers = async () =>
  (await query(`select from webhook.attempt where strpos(response_snippet, $1) > 0`, [NAME])).length;

it('what receivers answer to events about a contact is erased with it, also of deleted webhooks and of attempts in flight', async () => {
  const { live, credentials } = await operator.workspace();
  const add = async (events: string[]) =>
    (await live.ok(api.createWebhook, { body: { url: receiver.url, events } })).data.id;
  const deleted = await add(['contact.created']);
  await add(['contact.updated']);
  const { data: contact } = await live.ok(api.createContact, { body: { name: NAME, phone: '1' } });
  await eventually(async () => expect(await answers()).toBe(1));
  await live.ok(api.deleteWebhook, { params: { webhook_id: deleted } });

  const [held, release] = gate();
  receiver.respond = (delivery, response) => void held.then(() => response.end(delivery.raw));
  await live.ok(api.updateContact, { params: { contact_id: contact.id }, body: { company: 'Acme' } });
  await receiver.received('contact.updated');
  const target = { workspace: credentials.workspace_id, contact: contact.id };
  await operator.run(api.eraseContact, target);
  const progress = { service: 'webhook', target: { type: 'contact', mode: 'live', ...target } } as const;
  await eventually(async () => {
    expect((await operator.run(api.erasureProgress, progress)).status).toBe('completed');
  });
  expect(await answers()).toBe(0);
  release();
  await eventually(async () => {
    const [row] = await query<{ attempts: number }>(
      `select count(*)::int as attempts from webhook.attempt
         join webhook.delivery_log on delivery_log.id = attempt.delivery_id
        where workspace_id = $1 and event_type = 'contact.updated'`,
      [api.uuidOf('workspace', credentials.workspace_id)],
    );
    expect(row?.attempts).toBe(1);
  });
  expect(await answers()).toBe(0);
});
