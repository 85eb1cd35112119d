import { afterAll, beforeEach, expect, it } from '@jest/globals';
import { contactDeleted, contactUpdated, encodeId, ticketCreated, uuidOf } from '@parley/contracts';
import { type EventScope, type TenantContext } from '@parley/runtime/context';
import { newId, newUuid } from '@parley/runtime/records';
import { newTenant } from '@parley/testing';
import { storeDeadLetter } from './dead-letter.ts';
import { EventsHarness } from './harness.fixture.ts';
import { sampleContact, sampleTicket } from './samples.fixture.ts';

let ctx: TenantContext;
const harness = await EventsHarness.open();
const contact = harness.service('contact');
beforeEach(async () => {
  await harness.setUp();
  ctx = newTenant();
});
afterAll(() => harness.close());

const dana = newId('contact');
const [hers, others] = [newId('conversation'), newId('conversation')];
const REQUESTED = new Date('2026-11-21T06:30:00.000Z');

/** Erases everything in the scope, batch by batch. */
async function erase(scope: Pick<EventScope, 'mode' | 'contact'>): Promise<number> {
  let [position, total]: [string | null, number] = ['', 0];
  while (position !== null) {
    const from: string = position;
    const { erased, next } = await contact.db.transaction(ctx, (tx) =>
      contact.outbox.erase(tx, { workspaceId: ctx.tenant.workspaceId, ...scope }, from),
    );
    [position, total] = [next, total + erased];
  }
  return total;
}

const ofDana: EventScope['contact'] = {
  id: dana,
  writtenBefore: REQUESTED,
  conversationsAmong: (ids) => Promise.resolve(ids.filter((id) => id === hers)),
};

const letter = (tenant: TenantContext, consumer: string, event: Record<string, unknown>) => {
  const { workspaceId: workspaceid, mode } = tenant.tenant;
  const text = JSON.stringify({ id: encodeId('event', newUuid()), workspaceid, mode, ...event });
  return storeDeadLetter(contact.db, { consumer, text, cause: 'failed', attempts: 8 });
};
const message = (conversation: string, time: string) => ({
  type: 'message.created',
  time,
  data: { id: newId('message'), conversation_id: conversation, body: 'I called you.' },
});

it('erases published events that name a contact, and keeps what is queued or tells of its deletion', async () => {
  await contact.emit(ctx, contactUpdated, sampleContact({ id: dana }));
  await contact.emit(ctx, ticketCreated, sampleTicket({ description: `Asked by ${dana}` }));
  await contact.emit(ctx, ticketCreated, sampleTicket({ subject: 'Of others' }));
  await contact.emit(ctx, contactDeleted, { id: dana });
  expect(await erase({ mode: 'live', contact: ofDana })).toBe(0);
  await contact.rows('delete from outbox_queue');
  expect(await erase({ mode: 'live', contact: ofDana })).toBe(2);
  const left = await contact.rows<{ type: string }>('select type from outbox order by position');
  expect(left.map(({ type }) => type)).toEqual(['ticket.created', 'contact.deleted']);
});

it('erases the published events of a workspace, or of one mode', async () => {
  const test = { ...ctx, tenant: { ...ctx.tenant, mode: 'test' as const } };
  await contact.emit(ctx, ticketCreated, sampleTicket());
  await contact.emit(test, ticketCreated, sampleTicket());
  await contact.emit(newTenant(), ticketCreated, sampleTicket());
  await contact.rows('delete from outbox_queue');
  expect(await erase({ mode: 'test', contact: null })).toBe(1);
  expect(
    await contact.rows('select mode from outbox where workspace_id = $1', [
      uuidOf('workspace', ctx.tenant.workspaceId),
    ]),
  ).toEqual([{ mode: 'live' }]);
  expect(await erase({ mode: null, contact: null })).toBe(1);
  expect(await contact.rows('select from outbox')).toHaveLength(1);
});

it('erases dead letters that name a contact, and messages of its conversations from before the request', async () => {
  await letter(ctx, 'named', { type: 'contact.updated', data: { id: dana } });
  await letter(ctx, 'deleted', { type: 'contact.deleted', data: { id: dana } });
  await letter(ctx, 'before', message(hers, '2026-11-21T06:29:59.000Z'));
  await letter(ctx, 'after', message(hers, '2026-11-21T06:30:01.000Z'));
  await letter(ctx, 'of others', message(others, '2026-11-21T06:29:59.000Z'));
  await letter(newTenant(), 'elsewhere', message(hers, '2026-11-21T06:29:59.000Z'));
  // Not an event that could be read: it counts as a message of any time.
  await letter(ctx, 'unreadable', { ...message(hers, 'yesterday'), type: 7 });
  expect(await erase({ mode: 'live', contact: ofDana })).toBe(3);
  const left = await contact.rows<{ consumer: string }>('select consumer from dead_letter order by consumer');
  expect(left.map(({ consumer }) => consumer)).toEqual(['after', 'deleted', 'elsewhere', 'of others']);
});
