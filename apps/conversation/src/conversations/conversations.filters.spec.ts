import { afterAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  AuthorType,
  Channel,
  ConversationStatus,
  encodeId,
  filterProblems,
  matchesFilter,
  Priority,
  testsOf,
  type FilterMoment,
} from '@parley/contracts';
import { newUuid } from '@parley/runtime/records';
import { countMatches, narrowByFilter, readPage } from '@parley/lists';
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
import { conversationDatabase } from '../conversation.database.ts';
import { conversationRow } from '../records.fixture.ts';
import { ConversationRow } from './conversation.entity.ts';
import { toConversation } from './conversation.serializer.ts';
import { conversationList } from './conversations.queries.ts';

const NOW = new Date('2026-11-21T06:30:00.000Z');
const IDS = [newUuid(), newUuid()] as const;
const EXTERNAL = ['CHAT-1', 'chat-1'];
const MOMENT: FilterMoment = { now: NOW, me: encodeId('user', IDS[0]) };

const store = await TestStore.open(conversationDatabase);
afterAll(() => store.close());

const at = fc.constantFrom(...DAYS).map((days) => new Date(NOW.getTime() + days * 86_400_000));
const orNull = <T>(value: fc.Arbitrary<T>) => fc.option(value, { freq: 2 });
const id = orNull(fc.constantFrom(...IDS));

const conversation = fc.record({
  subject: orNull(arbitraryName),
  status: fc.constantFrom(...ConversationStatus.options),
  channel: fc.constantFrom(...Channel.options),
  priority: fc.constantFrom(...Priority.options),
  contact_id: fc.constantFrom(...IDS),
  assignee_id: id,
  team_id: id,
  inbox_id: id,
  mailbox_id: id,
  tags: arbitraryTags,
  custom_fields: arbitraryCustomFields,
  closed_at: orNull(at),
  snoozed_until: orNull(at),
  last_message_at: orNull(at),
  last_message_by: orNull(fc.constantFrom(...AuthorType.options)),
  messages_count: fc.integer({ min: 0, max: 2 }),
  waiting_since: orNull(at),
  created_at: at,
});
type Given = typeof conversation extends fc.Arbitrary<infer Values> ? Values : never;

const rowOf = ({ tags, ...given }: Given, index: number) =>
  conversationRow({
    ...given,
    ...tagColumns(tags),
    external_id: EXTERNAL[index] ?? null,
    number: index + 1,
  });

const filter = arbitraryFilter('conversation', NOW, {
  assignee: ['me', ...IDS.map((one) => encodeId('user', one))],
  team: IDS.map((one) => encodeId('team', one)),
  contact: IDS.map((one) => encodeId('contact', one)),
  inbox: IDS.map((one) => encodeId('inbox', one)),
  mailbox: IDS.map((one) => encodeId('mailbox', one)),
  connection: IDS.map((one) => encodeId('connection', one)),
  number: [1, 2, 5],
  external_id: [...EXTERNAL, 'none'],
});
const sort = fc.constantFrom('created_at', 'updated_at', 'last_message_at', 'priority');
const order = fc.constantFrom<'asc' | 'desc'>('asc', 'desc');
const FILTERS = 20;

describe('a filter of conversations', () => {
  it('finds the conversations in the database for which it is true of the resource, and counts them', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(conversation, { minLength: 1, maxLength: 20 }),
        fc.array(filter, { minLength: FILTERS, maxLength: FILTERS }),
        sort,
        order,
        async (given, filters, by, direction) => {
          const ctx = newTenant();
          await store.db.transaction(ctx, async (tx) => {
            for (const [index, one] of given.entries()) await tx.insert(ConversationRow, rowOf(one, index));
          });
          const db = store.db.read(ctx);
          const query = { page: 1, per_page: 100, sort: by, order: direction };
          const all = (await readPage(db, conversationList, query)).rows.map(toConversation);
          expect(all).toHaveLength(given.length);
          for (const one of filters) {
            expect(filterProblems('conversation', one)).toEqual([]);
            const tests = testsOf('conversation', one, MOMENT);
            const expected = all.filter((shown) => matchesFilter(tests, shown)).map((shown) => shown.id);
            const narrowed = narrowByFilter(conversationList, query, tests);
            const page = await readPage(db, narrowed.list, narrowed.query);
            const found = page.rows.map((row) => encodeId('conversation', row.id));
            expect({ one, found }).toEqual({ one, found: expected });
            expect(page.total_count).toBe(expected.length);
            const count = await countMatches(db, conversationList, tests, 100);
            expect(count).toEqual({ count: expected.length, isBound: false });
          }
        },
      ),
      { numRuns: isFullRun ? 10_000 / FILTERS : 8 },
    );
  });
});
