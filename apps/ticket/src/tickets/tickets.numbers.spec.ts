import { afterAll, describe, expect, it } from '@jest/globals';
import { uuidOf } from '@parley/contracts';
import { RecordNumbers } from '@parley/projections';
import { inTenant, type TenantContext } from '@parley/runtime/context';
import { newTenant, TestStore } from '@parley/testing';
import { ticketDatabase } from '../ticket.database.ts';
import { TicketConfig } from '../ticket.config.ts';
import { TicketRow } from './ticket.entity.ts';
import { ticketDraft, ticketIds } from './ticket.fixture.ts';
import { newTicketRow } from './ticket.rules.ts';

const store = await TestStore.open(ticketDatabase);
const { db, database } = store;
afterAll(() => store.close());

const targets = new TicketConfig({}).SLA_TARGETS;
const insert = (ctx: TenantContext, changes: Partial<TicketRow>) =>
  db.transaction(ctx, (tx) =>
    tx.insert(TicketRow, { ...newTicketRow(ticketDraft(), ticketIds(), new Date(), targets), ...changes }),
  );
const stored = (ctx: TenantContext) =>
  database.query<{ number: number }>(
    'select number from ticket.ticket where workspace_id = $1 and mode = $2 order by created_at, id',
    [uuidOf('workspace', ctx.tenant.workspaceId), ctx.tenant.mode],
  );

describe('numbers of records', () => {
  it('are those of a workspace and mode, one after the other', async () => {
    const numbers = new RecordNumbers(db);
    const ctx = newTenant();
    expect([await numbers.next(ctx), await numbers.next(ctx, 3), await numbers.next(ctx)]).toEqual([1, 2, 5]);
    expect(await numbers.next(inTenant(ctx, ctx.tenant.workspaceId, 'test'))).toBe(1);
    expect(await numbers.next(newTenant())).toBe(1);
  });

  it('are given once, and rise, however many ask at the same time in two processes', async () => {
    const processes = [new RecordNumbers(db), new RecordNumbers(db)];
    const ctx = newTenant();
    const taken = await Promise.all(
      processes.map((numbers) => Promise.all(Array.from({ length: 50 }, () => numbers.next(ctx)))),
    );
    expect(taken.flat().toSorted((a, b) => a - b)).toEqual(Array.from({ length: 100 }, (_, nth) => nth + 1));
    for (const own of taken) expect(own).toEqual(own.toSorted((a, b) => a - b));
  });

  it('are taken without waiting for a transaction that uses one', async () => {
    const numbers = new RecordNumbers(db);
    const ctx = newTenant();
    await db.transaction(ctx, async () => {
      expect(await numbers.next(ctx)).toBe(1);
      expect(await numbers.next(ctx)).toBe(2);
    });
  });

  it('fail for all who share a statement, and are given again', async () => {
    const numbers = new RecordNumbers(db);
    const ctx = newTenant();
    await database.query('alter table ticket.record_number rename to gone');
    const outcomes = await Promise.allSettled([1, 2, 3].map(() => numbers.next(ctx)));
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    await database.query('alter table ticket.gone rename to record_number');
    expect(await numbers.next(ctx)).toBe(1);
  });

  it('are given by the database to records that bring none, as those of an earlier version', async () => {
    const ctx = newTenant();
    const numbers = new RecordNumbers(db);
    await insert(ctx, { number: null as never });
    await insert(ctx, { number: await numbers.next(ctx) });
    await insert(ctx, { number: null as never });
    expect((await stored(ctx)).map(({ number }) => number)).toEqual([1, 2, 3]);
  });
});
