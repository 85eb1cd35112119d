import { afterAll, describe, expect, it } from '@jest/globals';
import { encodeId, type EventOf, type MessageDelivery, type outgoingMailUpdated } from '@parley/contracts';
import { inTenant, type TenantContext } from '@parley/runtime/context';
import { newId } from '@parley/runtime/records';
import { newTenant } from '@parley/testing';
import { eventsOf, insertConversation, insertMessage } from '../../records.fixture.ts';
import { openStore } from '../../store.fixture.ts';
import { MessageRow } from '../message.entity.ts';
import { queued, type StoredDelivery } from './delivery.rules.ts';
import { DeliverySubscribers } from './deliveries.subscribers.ts';

const AT = '2026-11-21T06:30:00.000Z';
const DANA = 'dana@example.com';
const store = await openStore();
afterAll(() => store.close());

/** A message that waits as the second mail of its conversation. */
async function waiting(ctx: TenantContext, changes: Partial<MessageRow> = {}) {
  const { id } = await insertConversation(store, ctx);
  return insertMessage(store, ctx, {
    conversation_id: id,
    mailbox_id: id,
    delivery: queued([DANA], new Date(AT)),
    outgoing_number: 2,
    ...changes,
  });
}

/** Receives `outgoing_mail.updated`. */
function receive(
  ctx: TenantContext,
  { id, conversation_id }: MessageRow,
  { sequence = '2', number = 2, ...said }: Partial<MessageDelivery> & { sequence?: string; number?: number },
): Promise<void> {
  const status = said.status ?? 'sent';
  const delivery = {
    ...{ status, error: null, updated_at: '2026-11-21T06:31:00.000Z', ...said },
    recipients: [{ address: DANA, status, error: said.error ?? null }],
  };
  const ids = {
    id: newId('outgoing_mail'),
    message_id: encodeId('message', id),
    conversation_id: encodeId('conversation', conversation_id),
  };
  const event = { data: { ...ids, number, delivery }, sequence } as EventOf<typeof outgoingMailUpdated>;
  return store.db.transaction(ctx, (tx) =>
    store.app.get(DeliverySubscribers).advanceDeliveryWhenOutgoingMailIsUpdated(event, tx),
  );
}

const deliveryOf = async ({ id }: MessageRow): Promise<StoredDelivery> => {
  const sql = 'select delivery from conversation.message where id = $1';
  return ((await store.database.query<{ delivery: StoredDelivery }>(sql, [id]))[0] as MessageRow)
    .delivery as StoredDelivery;
};
const emitted = ({ id }: MessageRow) => eventsOf(store, encodeId('message', id));

describe('the delivery of a message', () => {
  it('follows its mail, with an event for each change', async () => {
    const ctx = newTenant();
    const message = await waiting(ctx);
    await receive(ctx, message, { status: 'sending', sequence: '1' });
    await receive(ctx, message, { status: 'sent', sequence: '2' });
    expect(await deliveryOf(message)).toMatchObject({ status: 'sent', recipients: [{ status: 'sent' }] });
    const events = await emitted(message);
    expect(events.map(({ type }) => type)).toEqual(Array(2).fill('message.delivery_updated'));
    expect(events[1]).toMatchObject({
      data: { delivery: { status: 'sent', recipients: [{ address: DANA, status: 'sent', error: null }] } },
    });
    expect(JSON.parse(events[1]?.['previous'] as string)).toMatchObject({ delivery: { status: 'sending' } });
    expect(JSON.stringify(events)).not.toContain('order');
  });

  it('changes once by what is received again, or late', async () => {
    const ctx = newTenant();
    const message = await waiting(ctx);
    await receive(ctx, message, { status: 'sent', sequence: '2' });
    await receive(ctx, message, { status: 'sent', sequence: '2' });
    await receive(ctx, message, { status: 'sending', sequence: '1' });
    expect((await deliveryOf(message)).status).toBe('sent');
    expect(await emitted(message)).toHaveLength(1);
  });

  it('does not change by what came of it before it was sent again', async () => {
    const ctx = newTenant();
    const message = await waiting(ctx);
    await receive(ctx, message, { status: 'bounced', number: 1, sequence: '9' });
    expect((await deliveryOf(message)).status).toBe('queued');
    expect(await emitted(message)).toEqual([]);
  });

  it('of a redacted message names nobody, and tells that it is cancelled', async () => {
    const ctx = newTenant();
    const delivery = { ...queued([], new Date(AT)) };
    const message = await waiting(ctx, { redacted_at: new Date(AT), delivery });
    const error = { code: 'refused', smtp_status: '5.1.1', message: `${DANA} is unknown` };
    await receive(ctx, message, { status: 'cancelled', error });
    expect(await deliveryOf(message)).toMatchObject({ status: 'cancelled', error: null, recipients: [] });
    expect(JSON.stringify(await emitted(message))).not.toContain(DANA);
  });

  it('is that of no other tenant, of no deleted conversation, and of none that was recorded', async () => {
    const ctx = newTenant();
    const message = await waiting(ctx);
    await receive(newTenant(), message, {});
    await receive(inTenant(ctx, ctx.tenant.workspaceId, 'test'), message, {});
    const recorded = await waiting(ctx, { delivery: null });
    await receive(ctx, recorded, {});
    await store.database.query('delete from conversation.conversation where id = $1', [
      message.conversation_id,
    ]);
    await receive(ctx, message, {});
    expect((await deliveryOf(message)).status).toBe('queued');
    expect(await deliveryOf(recorded)).toBeNull();
    expect([...(await emitted(message)), ...(await emitted(recorded))]).toEqual([]);
  });
});
