import { afterAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  encodeId,
  filterProblems,
  matchesFilter,
  Priority,
  SLA_STATUSES,
  testsOf,
  TICKET_STATUSES,
  type FilterMoment,
} from '@parley/contracts';
import { newUuid } from '@parley/runtime/records';
import { countMatches, narrowByFilter, readPage } from '@parley/lists';
import type { NewRow } from '@parley/persistence';
import { tagColumns } from '@parley/projections';
import {
  arbitraryCustomFields,
  arbitraryFilter,
  arbitraryName,
  arbitraryTags,
  DAYS,
  isFullRun,
  newTenant,
  TestStore,
} from '@parley/testing';
import { ticketDatabase } from '../ticket.database.ts';
import { TicketRow } from './ticket.entity.ts';
import { ticketDraft, ticketIds } from './ticket.fixture.ts';
import { newTicketRow } from './ticket.rules.ts';
import { toTicket } from './ticket.serializer.ts';
import { ticketListAt } from './tickets.queries.ts';

const NOW = new Date('2026-11-21T06:30:00.000Z');
const IDS = [newUuid(), newUuid()] as const;
const EXTERNAL = ['EXT-1', 'ext-1'];
const ME = encodeId('user', IDS[0]);
const MOMENT: FilterMoment = { now: NOW, me: ME };
const TARGETS = { urgent: 3_600_000, high: 3_600_000, normal: 3_600_000, low: 3_600_000 };

const store = await TestStore.open(ticketDatabase);
afterAll(() => store.close());

const at = fc.constantFrom(...DAYS).map((days) => new Date(NOW.getTime() + days * 86_400_000));
const orNull = <T>(value: fc.Arbitrary<T>) => fc.option(value, { freq: 2 });
const id = orNull(fc.constantFrom(...IDS));

const ticket = fc.record({
  subject: arbitraryName,
  status: fc.constantFrom(...TICKET_STATUSES),
  priority: fc.constantFrom(...Priority.options),
  assignee_id: id,
  team_id: id,
  contact_id: id,
  conversation_id: id,
  tags: arbitraryTags,
  custom_fields: arbitraryCustomFields,
  sla_due_at: at,
  sla_stopped_status: orNull(fc.constantFrom(...SLA_STATUSES)),
  first_responded_at: orNull(at),
  resolved_at: orNull(at),
  closed_at: orNull(at),
  snoozed_until: orNull(at),
  reopened_count: fc.integer({ min: 0, max: 2 }),
  created_at: at,
});

type Given = typeof ticket extends fc.Arbitrary<infer Values> ? Values : never;

function rowOf({ tags, ...given }: Given, index: number): NewRow<TicketRow> {
  return {
    ...newTicketRow(ticketDraft(), ticketIds(), NOW, TARGETS),
    ...given,
    ...tagColumns(tags),
    external_id: EXTERNAL[index] ?? null,
    number: index + 1,
    sla_warning_at: new Date(given.sla_due_at.getTime() - 86_400_000),
    sla_stopped_at: given.sla_stopped_status === null ? null : NOW,
  };
}

const filter = arbitraryFilter('ticket', NOW, {
  assignee: ['me', ...IDS.map((one) => encodeId('user', one))],
  team: IDS.map((one) => encodeId('team', one)),
  contact: IDS.map((one) => encodeId('contact', one)),
  conversation: IDS.map((one) => encodeId('conversation', one)),
  inbox: IDS.map((one) => encodeId('inbox', one)),
  number: [1, 2, 5],
  external_id: [...EXTERNAL, 'none'],
});
const sort = fc.constantFrom('created_at', 'updated_at', 'priority', 'status', 'first_response_due');
const order = fc.constantFrom<'asc' | 'desc'>('asc', 'desc');
const FILTERS = 20;

describe('a filter of tickets', () => {
  it('finds the tickets in the database for which it is true of the resource, and counts them', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(ticket, { minLength: 1, maxLength: 20 }),
        fc.array(filter, { minLength: FILTERS, maxLength: FILTERS }),
        sort,
        order,
        async (given, filters, by, direction) => {
          const ctx = newTenant();
          await store.db.transaction(ctx, async (tx) => {
            for (const [index, one] of given.entries()) await tx.insert(TicketRow, rowOf(one, index));
          });
          const list = ticketListAt(NOW);
          const db = store.db.read(ctx);
          const query = { page: 1, per_page: 100, sort: by, order: direction };
          const all = (await readPage(db, list, query)).rows.map((row) => toTicket(row, NOW));
          expect(all).toHaveLength(given.length);
          for (const one of filters) {
            expect(filterProblems('ticket', one)).toEqual([]);
            const tests = testsOf('ticket', one, MOMENT);
            const expected = all.filter((shown) => matchesFilter(tests, shown)).map((shown) => shown.id);
            const narrowed = narrowByFilter(list, query, tests);
            const page = await readPage(db, narrowed.list, narrowed.query);
            const found = page.rows.map((row) => encodeId('ticket', row.id));
            expect({ one, found }).toEqual({ one, found: expected });
            expect(page.total_count).toBe(expected.length);
            expect(await countMatches(db, list, tests, 100)).toEqual({
              count: expected.length,
              isBound: false,
            });
          }
        },
      ),
      { numRuns: isFullRun ? 10_000 / FILTERS : 8 },
    );
  });
});
