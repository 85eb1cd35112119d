import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { encodeCursor, pageStart, type Cursor } from './cursor.ts';
import { RESUME_LAG_MS, resumeAtOf, resumeCursor, settledAt } from './resume.ts';

interface Change {
  id: string;
  at: number;
  began: number;
  committed: number;
}

const BY_UPDATE = 'updated_at asc';
const START = Date.UTC(2026, 10, 21, 6, 30);
const iso = (seconds: number) => new Date(START + seconds * 1_000).toISOString();
const keyOf = ({ at, id }: Pick<Change, 'at' | 'id'>) => `${iso(at)} ${id}`;

/** A page of a list by `updated_at`, in a model of a database in which changes become visible when they commit. */
function readPage(changes: readonly Change[], now: number, size: number, cursor?: string) {
  const running = changes.filter(({ began, committed }) => began < now && now <= committed);
  const since = Math.min(now, ...running.map(({ began }) => began));
  const settled = settledAt(new Date(START + since * 1_000));
  const start = pageStart(
    {
      page: 1,
      per_page: size,
      sort: 'updated_at',
      order: 'asc',
      ...(cursor === undefined ? {} : { cursor }),
    },
    BY_UPDATE,
  );
  const visible = changes
    .filter(({ committed }) => committed < now)
    .filter((change) => typeof start === 'number' || keyOf(change) > `${String(start.after)} ${start.id}`)
    .toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
  const rows = visible.slice(0, size);
  const end = rows.at(-1);
  const last: Cursor | null = end === undefined ? null : { sort: BY_UPDATE, after: iso(end.at), id: end.id };
  const next =
    last === null || visible.length <= size
      ? null
      : encodeCursor({ ...last, resumeAt: resumeAtOf(start, last.after, settled) });
  return { rows, next, resume: resumeCursor(BY_UPDATE, start, last, settled) };
}

describe('a resume cursor', () => {
  const lag = RESUME_LAG_MS / 1_000;
  const change = fc
    .record({
      id: fc.uuid(),
      at: fc.integer({ min: 0, max: 400 }),
      delay: fc.integer({ min: 0, max: lag - 1 }),
      // A commit may wait for a standby for any time.
      wait: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 500 })),
    })
    .map(({ id, at, delay, wait }) => ({ id, at, began: at + delay, committed: at + delay + wait }));
  const changes = fc.uniqueArray(change, { maxLength: 40, selector: ({ id }) => id });
  /** Seconds before each read, and whether it then resumes or goes on to the next page. */
  const steps = fc.array(fc.record({ pause: fc.integer({ min: 0, max: 90 }), resumes: fc.boolean() }), {
    maxLength: 20,
  });

  it('misses no change, however long it takes to commit, and however pages and pauses alternate', () => {
    fc.assert(
      fc.property(changes, steps, fc.integer({ min: 1, max: 4 }), (written, reads, size) => {
        const seen = new Set<string>();
        let now = 0;
        let page = readPage(written, now, size);
        const take = () => page.rows.forEach(({ id }) => seen.add(id));
        take();
        for (const { pause, resumes } of reads) {
          now += pause;
          page = readPage(written, now, size, resumes ? page.resume : (page.next ?? page.resume));
          take();
        }
        // Everything is committed and settled: one more iteration from where the last page says.
        now = 1_000;
        for (let cursor: string | null = page.resume; cursor !== null; cursor = page.next) {
          page = readPage(written, now, size, cursor);
          take();
        }
        expect([...seen].toSorted()).toEqual(written.map(({ id }) => id).toSorted());
      }),
      { numRuns: 500 },
    );
  });

  it('repeats nothing once all changes have settled', () => {
    const written = [1, 2, 3].map((at) => ({
      id: `0000000${at}-0000-4000-8000-000000000000`,
      at,
      began: at,
      committed: at,
    }));
    const all = readPage(written, 500, 10);
    expect(all.rows).toHaveLength(3);
    expect(readPage(written, 600, 10, all.resume).rows).toEqual([]);
    expect(readPage([], 600, 10).next).toBeNull();
  });
});
