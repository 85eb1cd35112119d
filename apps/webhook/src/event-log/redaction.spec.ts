import { afterAll, beforeEach, expect, it } from '@jest/globals';
import type { EventOf, messageCreated, messageRedacted } from '@parley/contracts';
import { type TenantContext } from '@parley/runtime/context';
import { newId } from '@parley/runtime/records';
import { gate, newTenant } from '@parley/testing';
import { DeliveryStore } from '../deliveries/deliveries.fixture.ts';
import type { ClaimedDelivery } from '../deliveries/queue/deliveries.queries.ts';
import { eventOf } from '../deliveries/samples.fixture.ts';
import { EventLogSubscribers } from './events.subscribers.ts';

let ctx: TenantContext;
const store = await DeliveryStore.open();
beforeEach(async () => {
  await store.clear();
  ctx = newTenant();
});
afterAll(() => store.close());

const TEXT = 'My card is 4111';
const message = { id: newId('message'), conversation_id: newId('conversation') };
const REDACTED = { ...message, body: '', attachments: [], redacted_at: '2026-11-21T06:30:00.000Z' };

const created = (change = {}) => ({ type: 'message.created', data: { ...message, body: TEXT }, ...change });
const redacted = { type: 'message.redacted', data: REDACTED };
const redact = (beforeCommit = () => Promise.resolve()) =>
  store.db.transaction(ctx, async (tx) => {
    await new EventLogSubscribers().redactLogWhenMessageIsRedacted(
      eventOf(ctx, redacted) as unknown as EventOf<typeof messageRedacted>,
      tx,
    );
    await beforeCommit();
  });
const bodies = async () => {
  const rows = await store.database.query<{ body: Buffer }>('select body from webhook.event order by id');
  return rows.map(({ body }) => JSON.parse(body.toString()) as EventOf<typeof messageCreated>);
};

it('a redacted message is redacted in the log, in deliveries that wait, and in what receivers answered', async () => {
  await store.webhook(ctx);
  await store.ingest(ctx, created());
  await store.ingest(ctx, created({ data: { ...message, id: newId('message'), body: 'Another' } }));
  const [first] = await store.claim();
  await store.record(first as never, { status: 'pending' });
  const before = await bodies();

  await redact();

  const after = await bodies();
  expect(after.map(({ data }) => data.body).toSorted()).toEqual(['', 'Another']);
  expect(after.find(({ data }) => data.id === message.id)?.data).toEqual(REDACTED);
  expect(after.map(({ id }) => id)).toEqual(before.map(({ id }) => id));
  const snippets = await store.database.query<{ snippet: string; event_id: string }>(
    `select a.response_snippet as snippet, d.event_id from webhook.attempt a join webhook.delivery d on d.id = a.delivery_id`,
  );
  expect(snippets).toEqual([{ event_id: first?.event_id, snippet: '' }]);
});

it('a message that was sent is redacted in the events about its delivery too, which keep what became of it', async () => {
  const delivery = (status: string) => ({
    ...{
      status,
      updated_at: '2026-11-21T06:30:00.000Z',
      error: { code: 'refused', message: 'dana@example.com?' },
    },
    recipients: [{ address: 'dana@example.com', status, error: null }],
  });
  const data = { ...message, body: TEXT, redacted_at: null, delivery: delivery('failed') };
  const previous = { id: message.id, delivery: delivery('queued') };
  await store.ingest(ctx, { type: 'message.delivery_updated', data, previous });
  await redact();
  const [event] = await bodies();
  expect(event).toMatchObject({
    data: { ...REDACTED, delivery: { status: 'failed', error: null, recipients: [] } },
    previous: { delivery: { status: 'queued', error: null, recipients: [] } },
  });
  expect(JSON.stringify(event)).not.toMatch(/4111|dana/);
});

it('a note that was edited is redacted in the events about its changes too, with its former texts', async () => {
  const previous = { body: TEXT, edited_at: null, edited_by: null };
  const data = { ...message, body: `${TEXT} 1111`, redacted_at: null };
  await store.ingest(ctx, { type: 'message.updated', data, previous: { id: message.id, ...previous } });
  await redact();
  const [event] = await bodies();
  expect(event).toMatchObject({ data: REDACTED, previous: { ...previous, body: '' } });
  expect(JSON.stringify(event)).not.toMatch(/4111/);
});

const answers = async () => {
  const rows = await store.database.query<{ response_snippet: string }>(
    'select response_snippet from webhook.attempt order by started_at',
  );
  return rows.map(({ response_snippet: answer }) => answer);
};

it('what a receiver answers to a text that was redacted meanwhile is not kept, and later answers to others are', async () => {
  await store.webhook(ctx);
  await store.ingest(ctx, created());
  await store.ingest(ctx, created({ data: { ...message, id: newId('message'), body: 'Another' } }));
  const claimed = await store.claim();
  await redact();
  for (const delivery of claimed) await store.record(delivery, { status: 'delivered' });
  expect((await answers()).toSorted()).toEqual(['', 'snippet']);
});

it('what a receiver answers to a delivery that is sent again on a later day is kept', async () => {
  await store.webhook(ctx);
  await store.ingest(ctx, created());
  // As a manual retry does, on the next day.
  await store.database.query(`update webhook.delivery set created_at = created_at + interval '1 day'`);
  const [claimed] = (await store.claim()) as [ClaimedDelivery];
  await store.record(claimed, { status: 'delivered' });
  expect(await answers()).toEqual(['snippet']);
});

it('what a receiver answers while its text is being redacted is not kept', async () => {
  await store.webhook(ctx);
  await store.ingest(ctx, created());
  const [claimed] = (await store.claim()) as [ClaimedDelivery];
  const [held, release] = gate();
  const [begun, begin] = gate();
  const redacting = redact(async () => {
    begin();
    await held;
  });
  await begun;
  const storing = store.record(claimed, { status: 'delivered' });
  await store.waits('store_results');
  release();
  await Promise.all([redacting, storing]);
  expect(await answers()).toEqual(['']);
});

it('what the receiver of a webhook that was deleted answered is redacted too', async () => {
  const webhook = await store.webhook(ctx);
  await store.ingest(ctx, created());
  const [claimed] = (await store.claim()) as [ClaimedDelivery];
  await store.record(claimed, { status: 'delivered' });
  expect(await answers()).toEqual(['snippet']);
  await store.database.query('delete from webhook.webhook where id = $1', [webhook]);
  await redact();
  expect(await answers()).toEqual(['']);
});

it('the same message id of another tenant is left alone', async () => {
  await store.ingest(newTenant(), created());
  await redact();
  expect((await bodies()).map(({ data }) => data.body)).toEqual([TEXT]);
});

it('a message whose event arrives after that of its redaction is neither logged nor delivered', async () => {
  await store.webhook(ctx);
  await store.ingest(ctx, redacted);
  const long = new Date(Date.now() - 60_000).toISOString();
  // Enabled before the event occurred.
  await store.database.query(`update webhook.webhook set enabled_at = now() - interval '1 hour'`);
  expect(await store.ingest(ctx, created({ recordedAt: long }))).toBe(0);
  const sent = { type: 'message.delivery_updated', recordedAt: long };
  expect(await store.ingest(ctx, created(sent))).toBe(0);
  expect(await store.ingest(ctx, created({ recordedAt: long, data: { id: newId('message') } }))).toBe(1);
  // Cancelled by the redaction.
  expect(await store.ingest(ctx, { ...sent, data: REDACTED })).toBe(1);
  const log = await store.database.query<{ type: string; subject: string }>(
    'select type, subject from webhook.event_log order by logged_at',
  );
  expect(log).toEqual([
    { type: 'message.redacted', subject: message.id },
    { type: 'message.created', subject: expect.not.stringContaining(message.id) },
    { type: 'message.delivery_updated', subject: message.id },
  ]);
});
