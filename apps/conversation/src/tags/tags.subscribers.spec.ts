import { afterAll, describe, expect, it } from '@jest/globals';
import { tagKey, uuidOf, type Id } from '@parley/contracts';
import { inTenant, systemContext, type TenantContext } from '@parley/runtime/context';
import { newId, newUuid } from '@parley/runtime/records';
import { newTenant } from '@parley/testing';
import fc from 'fast-check';
import { openStore } from '../store.fixture.ts';
import { findTagUses } from './tags.queries.ts';
import { TagSubscribers } from './tags.subscribers.ts';

/** An event of a ticket or conversation, as far as the catalogue looks at it. */
interface Told {
  id: Id<'conversation'> | Id<'ticket'>;
  sequence: string;
  tags: readonly string[];
  previous: { tags?: readonly string[] } | null;
  type?: string;
}

const NAMES = ['vip', 'VIP', 'late', 'Late', 'fire', 'é', 'É', 'e\u0301'];
const someTags = fc
  .subarray(NAMES)
  .map((names) => [...new Map(names.map((name) => [tagKey(name), name])).values()]);
/** What the tags of one ticket or conversation were, one after the other. */
const history = fc.array(someTags, { minLength: 1, maxLength: 5 });

const store = await openStore();

describe('tag counts', () => {
  afterAll(() => store.close());

  /** Tells the catalogue of events in one transaction, as the bus does; answers in how many attempts it was done. */
  async function tellAll(events: readonly { ctx: TenantContext; told: Told }[]): Promise<number> {
    let attempts = 0;
    await store.db.batchTransaction(async (_tx, open) => {
      attempts += 1;
      const batch = events.map(({ ctx, told: { id, tags, sequence, previous, type } }) => ({
        event: { type, data: { id, tags }, sequence, previous, time: '2026-11-21T06:30:00.000Z' } as never,
        tx: open(ctx),
      }));
      await store.app.get(TagSubscribers).countTagsWhenTheyChange(batch);
    });
    return attempts;
  }

  function tell(ctx: TenantContext, events: readonly Told[]): Promise<number> {
    return tellAll(events.map((told) => ({ ctx, told })));
  }

  function eventsOf(histories: readonly (readonly string[])[][]): Told[] {
    let position = 0;
    return histories.flatMap((tagsOverTime, index) => {
      const id = newId(index % 2 === 0 ? 'ticket' : 'conversation');
      return tagsOverTime.map((tags, step): Told => {
        const before = tagsOverTime[step - 1];
        const changed = JSON.stringify(before) !== JSON.stringify(tags);
        const previous = before === undefined ? null : changed ? { tags: before } : {};
        return { id, sequence: String((position += 1)).padStart(19, '0'), tags, previous };
      });
    });
  }

  it('reflect the newest events, even if events arrive twice, late or concurrently', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(history, { minLength: 1, maxLength: 12 }),
        fc.infiniteStream<number>(fc.nat()),
        async (histories, random) => {
          const ctx = newTenant();
          const events = eventsOf(histories);
          const draw = () => (random.next() as IteratorYieldResult<number>).value;
          // Some twice, all in any order, a few at a time.
          const waiting = [...events, ...events.filter(() => draw() % 3 === 0)]
            .map((event) => ({ event, place: draw() }))
            .sort((a, b) => a.place - b.place);
          const work = async () => {
            while (waiting.length > 0) {
              const batch = waiting.splice(0, 1 + (draw() % 4)).map(({ event }) => event);
              // Nobody waits for each other in a circle: that costs a second, and counts are late.
              expect(await tell(ctx, batch)).toBe(1);
            }
          };
          await Promise.all(Array.from({ length: 6 }, work));
          const expected = new Map<string, number>();
          for (const name of histories.flat(2)) expected.set(tagKey(name), 0);
          for (const last of histories.map((tags) => tags.at(-1) ?? []))
            for (const name of last) expected.set(tagKey(name), (expected.get(tagKey(name)) ?? 0) + 1);
          const rows = await store.database.query<{
            name_key: string;
            uses: number;
            carried: number;
            told: number;
          }>(
            `select name_key, uses,
               (select count(*)::int from conversation.tag_use u where u.workspace_id = tag.workspace_id
                 and u.mode = tag.mode and tag.name_key = any (u.tag_keys)) as carried,
               (select count(*)::int from conversation.outbox o where o.type = 'tag.created'
                 and o.envelope->'data'->>'name' = tag.name and o.envelope->>'workspaceid' = $1) as told
             from conversation.tag where workspace_id::text = $2`,
            [ctx.tenant.workspaceId, store.db.read(ctx).workspace],
          );
          expect(new Map(rows.map((row) => [row.name_key, row.uses]))).toEqual(expected);
          for (const { uses, carried, told } of rows)
            expect({ carried, told }).toEqual({ carried: uses, told: 1 });
        },
      ),
      { numRuns: 40 },
    );
  });

  it('are separate for live and test data, even if their events arrive in one batch', async () => {
    const workspaceId = newId('workspace');
    const event = (mode: 'live' | 'test') => ({
      ctx: inTenant(systemContext(), workspaceId, mode),
      told: { id: newId('ticket'), sequence: '1', tags: ['vip'], previous: null },
    });
    await tellAll([event('test'), event('live'), event('test')]);
    const rows = await store.database.query<{ mode: string; uses: number }>(
      'select mode, uses from conversation.tag where workspace_id = $1 order by mode',
      [uuidOf('workspace', workspaceId)],
    );
    expect(rows).toEqual([
      { mode: 'live', uses: 1 },
      { mode: 'test', uses: 2 },
    ]);
  });

  it.each([
    ['ticket.updated', ['between', 'vip']],
    // A rename reaches its records after the tag may have been renamed again.
    ['ticket.tags_changed', ['vip']],
  ])('that %s adds to a record under a former name list %j', async (type, expected) => {
    const ctx = newTenant();
    const id = newId('ticket');
    await tell(ctx, [{ id, sequence: '1', tags: ['vip'], previous: null }]);
    await store.database.query(
      `insert into conversation.retired_tag (workspace_id, mode, name_key, uses, replaced_by, retired_at)
       select workspace_id, mode, 'between', 0, id, '2026-11-21T06:29:00.000Z' from conversation.tag
        where workspace_id = $1`,
      [uuidOf('workspace', ctx.tenant.workspaceId)],
    );
    await tell(ctx, [{ id, sequence: '2', tags: ['between'], previous: { tags: ['vip'] }, type }]);
    const rows = await store.database.query<{ name: string }>(
      'select name from conversation.tag where workspace_id = $1 order by name',
      [uuidOf('workspace', ctx.tenant.workspaceId)],
    );
    expect(rows.map(({ name }) => name)).toEqual(expected);
  });

  it('are looked up by the full primary key, even if the table was empty when the statement was planned', async () => {
    const plan = await store.database.session(async (client) => {
      // As a connection has it that prepared the statement when there was nothing yet.
      await client.query(`set search_path = conversation; set plan_cache_mode = force_generic_plan; begin;
        truncate tag_use; prepare find (uuid, text, text[], uuid[]) as ${findTagUses.text}`);
      const { rows } = await client.query<{ 'QUERY PLAN': string }>(
        `explain execute find ('${newUuid()}', 'live', '{ticket}', '{${newUuid()}}')`,
      );
      return rows.map((row) => row['QUERY PLAN']).join('\n');
    });
    expect(plan).toMatch(/Index Cond: .*workspace_id = .*mode = .*subject_kind = .*subject_id = /);
  });
});
