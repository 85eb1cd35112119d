import { afterAll, beforeEach, expect, it } from '@jest/globals';
import {
  encodeId,
  messageCreated,
  messageRedacted,
  messageUpdated,
  type EventOf,
  type Message,
} from '@parley/contracts';
import { type TenantContext } from '@parley/runtime/context';
import { newId, newUuid, NIL_UUID } from '@parley/runtime/records';
import { newTenant } from '@parley/testing';
import { storeDeadLetter } from './dead-letter.ts';
import { EventsHarness } from './harness.fixture.ts';
import { redactDeadLetters, redactPublished } from './redact-events.ts';

let ctx: TenantContext;
const harness = await EventsHarness.open();
const service = harness.service('contact');
beforeEach(async () => {
  await harness.setUp();
  ctx = newTenant();
});
afterAll(() => harness.close());

const SECRET = 'My card is 4111';
const ids = { id: newId('message'), conversation_id: newId('conversation') };
const messageOf = (change: Partial<Message> = {}) => ({ ...ids, body: SECRET, ...change }) as Message;
const redacted = messageOf({ body: '' });

async function redactAll(by = ctx): Promise<void> {
  let after: string | null = NIL_UUID;
  while (after !== null) {
    const behind: string = after;
    after = await service.db.transaction(by, (tx) => redactPublished(tx, redacted, behind));
  }
}
const envelopes = () =>
  service.rows<{ type: string; text: string; data: Message; previous: string | null }>(
    `select type, envelope::text as text, envelope->'data' as data, envelope->>'previous' as previous
       from outbox order by position`,
  );

it('published events of a redacted message are erased, and those of others and of its redaction are kept', async () => {
  await service.emit(ctx, messageCreated, messageOf());
  await service.emit(ctx, messageUpdated, messageOf());
  await service.emit(ctx, messageCreated, messageOf({ id: newId('message') }));
  await service.emit(newTenant(), messageCreated, messageOf());
  await service.emit(ctx, messageRedacted, redacted);
  await service.rows('delete from outbox_queue');
  await redactAll();
  const left = await envelopes();
  expect(left.map(({ type, data }) => [type, data.body])).toEqual([
    ['message.created', SECRET],
    ['message.created', SECRET],
    ['message.redacted', ''],
  ]);
});

it('events of a redacted message that are still to be published show it as it is now', async () => {
  await service.db.transaction(ctx, (tx) => {
    tx.emit(messageUpdated, messageOf(), { body: `${SECRET} 1111` });
    return Promise.resolve();
  });
  await redactAll();
  const [event] = await envelopes();
  expect(event).toMatchObject({ type: 'message.updated', data: redacted, previous: null });
  expect(event?.text).not.toContain('4111');
  expect(await service.rows('select from outbox_queue')).toHaveLength(1);
});

it('dead letters of a redacted message are erased, and those of others are kept', async () => {
  const letter = (
    event: Pick<EventOf<typeof messageCreated>, 'data'>,
    tenant = ctx,
    type = 'message.created',
  ) => {
    const { workspaceId: workspaceid, mode } = tenant.tenant;
    const id = encodeId('event', newUuid());
    const subject = event.data.id;
    const text = JSON.stringify({ id, type, workspaceid, mode, subject, ...event });
    return storeDeadLetter(service.db, { consumer: 'a', text, cause: 'failed', attempts: 8 });
  };
  await letter({ data: messageOf() });
  const other = newId('message');
  // It names the redacted one in its text alone.
  await letter({ data: messageOf({ id: other, body: `See ${ids.id}` }) });
  await letter({ data: messageOf() }, newTenant());
  await letter({ data: redacted }, ctx, 'message.redacted');
  await service.db.transaction(ctx, (tx) => redactDeadLetters(tx, redacted));
  const left = await service.rows<{ type: string; subject: string }>(
    `select type, envelope::jsonb->>'subject' as subject from dead_letter order by id`,
  );
  expect(left).toEqual([
    { type: 'message.created', subject: other },
    { type: 'message.created', subject: ids.id },
    { type: 'message.redacted', subject: ids.id },
  ]);
});
