import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import { EventsModule, EventTransport, InProcessEvents } from '@parley/events';
import { eventually, newTenant, TestStore } from '@parley/testing';
import { ticketDatabase } from '../ticket.database.ts';
import { TicketConfig } from '../ticket.config.ts';
import { TicketRow } from './ticket.entity.ts';
import { ticketDraft, ticketIds } from './ticket.fixture.ts';
import { newTicketRow } from './ticket.rules.ts';
import { TicketSnoozes } from './ticket-snoozes.ts';
import { dueSnoozes } from './tickets.queries.ts';

const store = await TestStore.open(ticketDatabase, {
  imports: [EventsModule.forService('ticket')],
  providers: [TicketSnoozes],
  transports: [{ provide: EventTransport, useValue: new InProcessEvents(['ticket', 'webhook']) }],
});
const { database } = store;
const snoozes = store.app.get(TicketSnoozes);
afterAll(() => store.close());
// Repeated, since it may deadlock with what the service does meanwhile.
beforeEach(() =>
  eventually(() => database.query('truncate ticket.ticket, ticket.outbox, ticket.outbox_queue')),
);

const targets = new TicketConfig({}).SLA_TARGETS;
const ctx = newTenant();

/** Tickets that are snoozed until each of these times. */
const snooze = (...ends: readonly Date[]) =>
  store.db.transaction(ctx, async (tx) => {
    for (const snoozed_until of ends) {
      const at = new Date();
      const row = newTicketRow(ticketDraft(), ticketIds(), at, targets);
      await tx.insert(TicketRow, { ...row, snoozed_until, snoozed_at: at });
    }
  });
const woken = () =>
  database.query<{ until: string }>(
    `select (envelope ->> 'previous')::jsonb ->> 'snoozed_until' as until from ticket.outbox
      where type = 'ticket.woken' order by position`,
  );

/** Around the end of summer time in Berlin and New York, and its beginning. */
const TIMES = [
  '2027-03-28T00:59:59.999Z',
  '2027-03-28T01:00:00.000Z',
  '2027-10-31T00:30:00.000Z',
  '2027-10-31T01:30:00.000Z',
  '2027-11-07T05:30:00.000Z',
  '2027-11-07T06:30:00.000Z',
].map((text) => new Date(text));

describe('the end of a snooze', () => {
  it('wakes a ticket once, at its instant, whatever the clocks on walls say', async () => {
    await snooze(...TIMES);
    for (const [nth, time] of TIMES.entries()) {
      await snoozes.catchUp(() => new Date(time.getTime() - 1));
      expect(await woken()).toHaveLength(nth);
      await snoozes.catchUp(() => time);
      expect((await woken()).at(-1)).toEqual({ until: time.toISOString() });
    }
    await snoozes.catchUp(() => new Date('2030-01-01'));
    expect(await woken()).toHaveLength(TIMES.length);
  });

  it('wakes a ticket once if the clock of the process jumps ahead and back', async () => {
    const [first, second] = TIMES as [Date, Date];
    await snooze(first, second);
    for (const now of [first, new Date(first.getTime() - 86_400_000), first, second, first, second])
      await snoozes.catchUp(() => now);
    expect((await woken()).map(({ until }) => until)).toEqual([first.toISOString(), second.toISOString()]);
  });

  it('wakes each of many once with several processes at work', async () => {
    const [time] = TIMES as [Date];
    await snooze(...Array.from({ length: 250 }, () => time));
    await Promise.all(Array.from({ length: 4 }, () => snoozes.catchUp(() => time)));
    await snoozes.catchUp(() => time);
    expect(await woken()).toHaveLength(250);
  });

  it('is found by an index', async () => {
    await snooze(...TIMES);
    await database.query(
      `insert into ticket.ticket (workspace_id, mode, id, number, version, subject, status, priority, sla_started_at,
         sla_warning_at, sla_due_at, snoozed_until, created_at, updated_at)
       select workspace_id, mode, gen_random_uuid(), number + n * 100, 1, subject, status, priority, sla_started_at,
         sla_warning_at, sla_due_at, case when n % 4 = 0 then snoozed_until + make_interval(secs => n) end, created_at, updated_at
         from ticket.ticket, generate_series(1, 5000) n`,
    );
    await database.query('analyze ticket.ticket');
    for (const [{ text }, values] of [
      [dueSnoozes.find, [TIMES[0], []]],
      [dueSnoozes.next, [TIMES[0]]],
    ] as const) {
      const plan = await store.db.raw<{ 'QUERY PLAN': string }>('', `explain ${text}`, values);
      const lines = plan.map((line) => line['QUERY PLAN']).join('\n');
      expect(lines).toContain('ticket_snoozed');
      expect(lines).not.toContain('Seq Scan');
    }
  });
});
