import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import { uuidOf } from '@parley/contracts';
import { EventsModule, EventTransport, InProcessEvents } from '@parley/events';
import { eventually, newTenant, TestStore } from '@parley/testing';
import { ticketDatabase } from '../ticket.database.ts';
import { TicketConfig } from '../ticket.config.ts';
import { SlaScheduler } from './sla-scheduler.ts';
import { TicketRow } from '../tickets/ticket.entity.ts';
import { ticketDraft, ticketIds } from '../tickets/ticket.fixture.ts';
import { newTicketRow } from '../tickets/ticket.rules.ts';
import { BATCH_SIZE } from '@parley/projections';
import { dueTransitions } from '../tickets/tickets.queries.ts';

const store = await TestStore.open(ticketDatabase, {
  imports: [EventsModule.forService('ticket')],
  providers: [SlaScheduler],
  transports: [{ provide: EventTransport, useValue: new InProcessEvents(['ticket', 'webhook']) }],
});
const { database } = store;
const scheduler = store.app.get(SlaScheduler);
afterAll(() => store.close());
// Repeated, since it may deadlock with what the service does meanwhile.
beforeEach(() =>
  eventually(() => database.query('truncate ticket.ticket, ticket.outbox, ticket.outbox_queue')),
);

const targets = new TicketConfig({}).SLA_TARGETS;
const HOUR = 3_600_000;
const START = new Date(Date.now() + 24 * HOUR);
const after = (milliseconds: number) => new Date(START.getTime() + milliseconds);

async function open(count = 1, start = START): Promise<string> {
  const ctx = newTenant();
  await store.db.transaction(ctx, async (tx) => {
    for (let index = 0; index < count; index += 1) {
      await tx.insert(
        TicketRow,
        newTicketRow(ticketDraft({ priority: 'high' }), ticketIds(), start, targets),
      );
    }
  });
  return uuidOf('workspace', ctx.tenant.workspaceId);
}

interface Emitted {
  type: string;
  status: string;
  previous: string | null;
}
const emitted = () =>
  database.query<Emitted>(
    `select type, envelope #>> '{data,sla,status}' as status,
       (envelope ->> 'previous')::jsonb #>> '{sla,status}' as previous
       from ticket.outbox order by position`,
  );
const WARNING = [
  { type: 'ticket.updated', status: 'warning', previous: 'on_track' },
  { type: 'ticket.sla_warning', status: 'warning', previous: null },
];
const BREACHED = [
  { type: 'ticket.updated', status: 'breached', previous: 'warning' },
  { type: 'ticket.sla_breached', status: 'breached', previous: null },
];

const processed = async (at: Date, failed?: Set<string>) =>
  (await scheduler.processBatch(at, failed)).processed;

describe('the SLA scheduler', () => {
  it('emits each transition once, when it is due', async () => {
    await open();
    expect(await processed(after(3 * HOUR - 1))).toBe(0);
    expect(await emitted()).toEqual([]);
    expect(await processed(after(3 * HOUR))).toBe(1);
    expect(await emitted()).toEqual(WARNING);
    expect(await processed(after(4 * HOUR))).toBe(0);
    expect(await processed(after(4 * HOUR + 1))).toBe(1);
    expect(await emitted()).toEqual([...WARNING, ...BREACHED]);
    expect(await processed(after(99 * HOUR))).toBe(0);
  });

  it('emits missed transitions in order', async () => {
    await open();
    expect(await processed(after(9 * HOUR))).toBe(1);
    expect(await emitted()).toEqual([...WARNING, ...BREACHED]);
  });

  it('emits each transition once with several schedulers at work', async () => {
    await open(BATCH_SIZE);
    await open(BATCH_SIZE / 2);
    const at = after(3 * HOUR);
    const rounds = Array.from({ length: 4 }, async () => {
      let sum = 0;
      for (let round = 0; round < 4; round += 1) sum += await processed(at);
      return sum;
    });
    const found = (await Promise.all(rounds)).reduce((sum, one) => sum + one, 0);
    const rest = await processed(at);
    expect(found + rest + (await processed(at))).toBe(1.5 * BATCH_SIZE);
    expect((await emitted()).filter(({ type }) => type === 'ticket.sla_warning')).toHaveLength(
      1.5 * BATCH_SIZE,
    );
  });

  it('skips a failing tenant and retries it later', async () => {
    const bad = await open(BATCH_SIZE + 1, after(-HOUR));
    await open();
    await database.query(`
      create function ticket.refuse() returns trigger language plpgsql as $$ begin raise 'refused'; end $$;
      create trigger refuse before update on ticket.ticket for each row
        when (new.workspace_id = '${bad}') execute function ticket.refuse();
    `);
    const at = after(3 * HOUR);
    const failed = new Set<string>();
    // The batches come from both ends: of those that are due last there is one of another tenant.
    expect(await processed(at, failed)).toBeGreaterThan(BATCH_SIZE);
    expect(failed.size).toBe(1);
    expect(await emitted()).toEqual(WARNING);
    expect(await scheduler.processBatch(at, failed)).toEqual({ found: 0, processed: 0 });
    await database.query('drop trigger refuse on ticket.ticket');
    await scheduler.catchUp(() => at);
    expect(await emitted()).toHaveLength(2 * (BATCH_SIZE + 2));
  });

  it('emits transitions that become due now in spite of a backlog', async () => {
    await open(3 * BATCH_SIZE, after(-HOUR));
    const now = await open();
    expect(await processed(after(3 * HOUR))).toBeLessThanOrEqual(2 * BATCH_SIZE);
    const [row] = await database.query<{ told: boolean }>(
      'select sla_next_transition_at > $2 as told from ticket.ticket where workspace_id = $1',
      [now, after(3 * HOUR)],
    );
    expect(row?.told).toBe(true);
  });

  it('catches up batch by batch while another transaction locks one of the tickets', async () => {
    const count = 3 * BATCH_SIZE;
    await open(count);
    const at = after(9 * HOUR);
    await store.db.rawTransaction(async (tx) => {
      await tx.raw('', 'select from ticket order by sla_next_transition_at, id limit 1 for update', []);
      expect(await scheduler.catchUp(() => at)).toBe(at);
      expect(await emitted()).toHaveLength(4 * (count - 1));
    });
    await scheduler.catchUp(() => at);
    expect(await emitted()).toHaveLength(4 * count);
  });

  it('skips tickets locked by other transactions', async () => {
    await open(2 * BATCH_SIZE);
    await store.db.rawTransaction(async (tx) => {
      await tx.raw('', 'select from ticket for update', []);
      await scheduler.catchUp(() => after(3 * HOUR));
    });
    expect(await emitted()).toEqual([]);
  });

  it('finds due and next transitions by an index', async () => {
    await open();
    await database.query(
      `insert into ticket.ticket (workspace_id, mode, id, number, version, subject, status, priority, sla_started_at,
         sla_warning_at, sla_due_at, sla_next_transition_at, created_at, updated_at)
       select workspace_id, mode, gen_random_uuid(), number + n, 1, subject, status, priority, sla_started_at,
         sla_warning_at, sla_due_at, case when n % 2 = 0 then sla_next_transition_at + make_interval(secs => n) end,
         created_at, updated_at
         from ticket.ticket, generate_series(1, 20000) n`,
    );
    await database.query('analyze ticket.ticket');
    for (const [{ text }, values] of [
      [dueTransitions.find, [after(3 * HOUR), []]],
      [dueTransitions.find, [after(99 * HOUR), []]],
      [dueTransitions.next, [after(3 * HOUR)]],
    ] as const) {
      const plan = await store.db.raw<{ 'QUERY PLAN': string }>('', `explain ${text}`, values);
      const lines = plan.map((line) => line['QUERY PLAN']).join('\n');
      expect(lines).toContain('ticket_sla_next_transition');
      expect(lines).not.toContain('Seq Scan');
    }
  });
});
