import { Module, type INestApplicationContext } from '@nestjs/common';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { uuidOf } from '@parley/contracts';
import { CopiesMigration } from '@parley/copies';
import { EventsMigration, EventsModule, EventTransport, InProcessEvents } from '@parley/events';
import { inTenant, newId, newUuid, startService, systemContext } from '@parley/kernel';
import { Database, PersistenceModule } from '@parley/persistence';
import { TestDatabase } from '@parley/testing';
import { Ticket1700000001000 } from '../migrations/1700000001000-ticket.ts';
import { TagKeys1700000002000 } from '../migrations/1700000002000-tag-keys.ts';
import { TicketConfig } from '../ticket.config.ts';
import { SlaWatch } from './sla-watch.ts';
import { TicketRow } from './ticket.entity.ts';
import { openTicket } from './ticket.rules.ts';
import { DUE_MAX } from './tickets.queries.ts';

@Module({
  imports: [
    PersistenceModule.forService({
      service: 'ticket',
      entities: [TicketRow],
      migrations: [EventsMigration, CopiesMigration, Ticket1700000001000, TagKeys1700000002000],
    }),
    EventsModule.forService('ticket'),
  ],
  // Looks for itself too, but at the time of the test nothing is due by the real clock.
  providers: [SlaWatch],
})
class WatchModule {}

let database: TestDatabase;
let app: INestApplicationContext;
let watch: SlaWatch;
beforeAll(async () => {
  database = await TestDatabase.create();
  app = await startService(WatchModule, {
    name: 'ticket',
    env: {
      DATABASE_URL: database.url,
      ENCRYPTION_KEYS: Buffer.alloc(32, 7).toString('base64'),
      LOG_LEVEL: 'silent',
    },
    // The bus never begins: events stay in the outbox.
    providers: [{ provide: EventTransport, useValue: new InProcessEvents(['ticket', 'webhook']) }],
  });
  watch = app.get(SlaWatch);
});
afterAll(async () => {
  await app.close();
  await database.drop();
});
beforeEach(() => database.query('truncate ticket.ticket, ticket.outbox'));

const targets = new TicketConfig({}).SLA_TARGETS;
const HOUR = 3_600_000;
const START = new Date(Date.now() + 24 * HOUR);
const after = (milliseconds: number) => new Date(START.getTime() + milliseconds);

async function open(count = 1, start = START): Promise<string> {
  const ctx = inTenant(systemContext(), newId('workspace'), 'live');
  const draft = { subject: 'x', description: null, priority: 'high', custom_fields: {} } as const;
  await app.get(Database).transaction(ctx, async (tx) => {
    for (let index = 0; index < count; index += 1) {
      const ids = {
        id: newUuid(),
        contact_id: null,
        assignee_id: null,
        inbox_id: null,
        conversation_id: null,
      };
      await tx.insert(TicketRow, openTicket({ ...draft, tags: [] }, ids, start, targets));
    }
  });
  return uuidOf('workspace', ctx.tenant.workspaceId);
}

interface Told {
  type: string;
  status: string;
  previous: string | null;
}
const told = () =>
  database.query<Told>(
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

describe('the watch over clocks', () => {
  it('announces each change when its moment has come, and once', async () => {
    await open();
    expect(await watch.announceDue(after(3 * HOUR - 1))).toBe(0);
    expect(await told()).toEqual([]);
    expect(await watch.announceDue(after(3 * HOUR))).toBe(1);
    expect(await told()).toEqual(WARNING);
    expect(await watch.announceDue(after(4 * HOUR))).toBe(0);
    expect(await watch.announceDue(after(4 * HOUR + 1))).toBe(1);
    expect(await told()).toEqual([...WARNING, ...BREACHED]);
    expect(await watch.announceDue(after(99 * HOUR))).toBe(0);
  });

  it('catches up with what it has missed, in order', async () => {
    await open();
    expect(await watch.announceDue(after(9 * HOUR))).toBe(1);
    expect(await told()).toEqual([...WARNING, ...BREACHED]);
  });

  it('announces each once, however many watch at the same time', async () => {
    await open(DUE_MAX);
    await open(DUE_MAX / 2);
    const at = after(3 * HOUR);
    const rounds = Array.from({ length: 4 }, async () => {
      let sum = 0;
      for (let round = 0; round < 4; round += 1) sum += await watch.announceDue(at);
      return sum;
    });
    const found = (await Promise.all(rounds)).reduce((sum, one) => sum + one, 0);
    const rest = await watch.announceDue(at);
    expect(found + rest + (await watch.announceDue(at))).toBe(1.5 * DUE_MAX);
    expect((await told()).filter(({ type }) => type === 'ticket.sla_warning')).toHaveLength(1.5 * DUE_MAX);
  });

  it('is not held up by a tenant for whom it fails, whose turn comes again', async () => {
    const bad = await open(DUE_MAX + 1, after(-HOUR));
    await open();
    await database.query(`
      create function ticket.refuse() returns trigger language plpgsql as $$ begin raise 'refused'; end $$;
      create trigger refuse before update on ticket.ticket for each row
        when (new.workspace_id = '${bad}') execute function ticket.refuse();
    `);
    const at = after(3 * HOUR);
    const failed = new Set<string>();
    expect(await watch.announceDue(at, failed)).toBe(DUE_MAX);
    expect(await watch.announceDue(at, failed)).toBe(1);
    expect(await told()).toEqual(WARNING);
    await database.query('drop trigger refuse on ticket.ticket');
    expect(await watch.announceDue(at)).toBe(DUE_MAX);
    expect(await watch.announceDue(at)).toBe(1);
  });
});
