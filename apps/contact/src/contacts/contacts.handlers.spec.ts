import { afterAll, expect, it } from '@jest/globals';
import { uuidOf } from '@parley/contracts';
import { EventsModule, EventTransport, InProcessEvents } from '@parley/events';
import { newUuid } from '@parley/runtime/records';
import { eventually, newTenant, TestStore } from '@parley/testing';
import { contactDatabase } from '../contact.database.ts';
import { Contacts } from './contacts.handlers.ts';
import { PhoneNumbers } from './phone-numbers.ts';

const store = await TestStore.open(contactDatabase, {
  imports: [EventsModule.forService('contact')],
  transports: [{ provide: EventTransport, useValue: new InProcessEvents([]) }],
});
const { database } = store;
/** No number is given, so that no other service is asked. */
const numbers = new PhoneNumbers(null as never);
afterAll(() => store.close());

/** Whether a statement that begins like this waits for a lock. */
const waiting = async (statement: string) => {
  const found = await database.query(
    `select 1 from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query like $1`,
    [`${statement}%`],
  );
  return found.length > 0;
};

/**
 * Asks for the contact of an address that another transaction is giving to one; then that ends, and goes on as told.
 */
async function askedMeanwhile(goesOn = '') {
  const db = store.db;
  const ctx = newTenant();
  const workspace = uuidOf('workspace', ctx.tenant.workspaceId);
  const rival = newUuid();
  const { rivals, asking } = await db.rawTransaction(async (gate) => {
    await gate.raw('gate', 'select pg_advisory_xact_lock(1)', []);
    // One text, so that no round trip lies between the commit and what follows it.
    const rivals = database.query(`begin;
      insert into contact.contact (workspace_id, mode, id, version, email, email_key, created_at, updated_at)
      values ('${workspace}', 'live', '${rival}', 1, 'kim@example.com', 'kim@example.com', now(), now());
      select pg_advisory_xact_lock(1); commit; ${goesOn}`);
    await eventually(() => waiting('begin;'));
    const asking = new Contacts(db, numbers).findOrCreate(ctx, { email: 'kim@example.com' });
    await eventually(() => waiting('insert into contact'));
    return { rivals, asking };
  });
  await rivals;
  return { contact: await asking, rival };
}

it('findOrCreate returns a contact that a concurrent request creates', async () => {
  const { contact, rival } = await askedMeanwhile();
  expect(uuidOf('contact', contact?.id ?? 'contact_')).toBe(rival);
});

it('findOrCreate returns a contact even if concurrent requests create and delete it', async () => {
  for (let round = 0; round < 10; round += 1) {
    const { contact } = await askedMeanwhile('delete from contact.contact;');
    expect(contact?.email).toBe('kim@example.com');
  }
});
