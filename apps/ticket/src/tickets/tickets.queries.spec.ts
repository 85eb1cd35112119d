import { afterAll, expect, it } from '@jest/globals';
import {
  SLA_STATUSES,
  TagName,
  tagKey,
  type listTickets,
  type ParsedInput,
  type SlaStatus,
} from '@parley/contracts';
import { type TenantContext } from '@parley/runtime/context';
import { readPage } from '@parley/lists';
import { newTenant, TestStore } from '@parley/testing';
import fc from 'fast-check';
import { ticketDatabase } from '../ticket.database.ts';
import { TicketConfig } from '../ticket.config.ts';
import { slaStatusAt, type SlaTimer } from '../sla/sla.rules.ts';
import { TicketRow } from './ticket.entity.ts';
import { ticketDraft, ticketIds } from './ticket.fixture.ts';
import { newTicketRow } from './ticket.rules.ts';
import { ticketListAt, type TicketWithSummaries } from './tickets.queries.ts';

const store = await TestStore.open(ticketDatabase);
const { db } = store;
afterAll(() => store.close());

const targets = new TicketConfig({}).SLA_TARGETS;
const START = new Date('2026-11-21T06:30:00.000Z');

async function insert(ctx: TenantContext, changes: readonly Partial<TicketRow>[]): Promise<void> {
  await db.transaction(ctx, async (tx) => {
    for (const change of changes) {
      await tx.insert(TicketRow, {
        ...newTicketRow(
          ticketDraft({ priority: 'high', tags: change.tags ?? [] }),
          ticketIds(),
          START,
          targets,
        ),
        ...change,
      });
    }
  });
}

async function list(
  ctx: TenantContext,
  asked: Partial<ParsedInput<typeof listTickets>['query']>,
  at = START,
): Promise<TicketWithSummaries[]> {
  const query = { page: 1, per_page: 100, sort: 'created_at', order: 'asc', ...asked } as const;
  return (await readPage(db.read(ctx), ticketListAt(at), query)).rows;
}

it('the sla_status filter returns exactly the tickets that have the status at the given instant', async () => {
  const minutes = fc.integer({ min: 0, max: 12 });
  const timer = fc
    .record({
      start: minutes,
      target: fc.integer({ min: 1, max: 8 }),
      stopped: fc.option(fc.constantFrom<SlaStatus>(...SLA_STATUSES)),
    })
    .map(({ start, target, stopped }): Omit<SlaTimer, 'first_responded_at'> => {
      const from = START.getTime() + start * 60_000;
      return {
        sla_started_at: new Date(from),
        sla_warning_at: new Date(from + target * 45_000),
        sla_due_at: new Date(from + target * 60_000),
        sla_stopped_status: stopped,
        sla_stopped_at: stopped === null ? null : new Date(from),
      };
    });
  // On, just before and just after the quarters of a minute at which something may change.
  const instant = fc
    .tuple(fc.integer({ min: 0, max: 80 }), fc.constantFrom(-1, 0, 1))
    .map(([quarters, ms]) => new Date(START.getTime() + quarters * 15_000 + ms));
  await fc.assert(
    fc.asyncProperty(fc.array(timer, { maxLength: 15 }), fc.array(instant), async (timers, instants) => {
      const ctx = newTenant();
      await insert(ctx, timers);
      for (const at of instants) {
        for (const status of SLA_STATUSES) {
          const expected = timers.filter(
            (one) => slaStatusAt({ ...one, first_responded_at: null }, at) === status,
          );
          const found = await list(ctx, { sla_status: [status] }, at);
          expect(found.every((row) => slaStatusAt(row, at) === status)).toBe(true);
          expect(found).toHaveLength(expected.length);
        }
      }
    }),
    { numRuns: 25 },
  );
});

it('the tag filter finds a tag in every equivalent spelling', async () => {
  const ctx = newTenant();
  // Letters that SQL folds in other ways, and any others.
  const letter = fc.oneof(fc.constantFrom(...'ΟΔΣσςİIıißẞǅ'), fc.string({ unit: 'grapheme', maxLength: 1 }));
  const name = fc.array(letter, { minLength: 1, maxLength: 6 }).map((letters) => letters.join(''));
  const tag = fc.constantFrom('ΟΔΟΣ', 'İstanbul').chain((known) => fc.oneof(fc.constant(known), name));
  await fc.assert(
    fc.asyncProperty(tag, async (sent) => {
      fc.pre(TagName.safeParse(sent).success);
      await insert(ctx, [{ tags: [TagName.parse(sent)] }]);
      const spellings = [sent, sent.normalize('NFD'), sent.toLowerCase(), sent.toUpperCase()];
      for (const spelling of spellings.filter((one) => tagKey(one) === tagKey(sent)))
        expect((await list(ctx, { tag: [spelling] })).map(({ tags }) => tags)).toContainEqual([
          TagName.parse(sent),
        ]);
    }),
    { numRuns: 50, examples: [['ΟΔΟΣ'], ['İstanbul']] },
  );
});
