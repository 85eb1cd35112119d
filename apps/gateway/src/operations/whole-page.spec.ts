import { describe, expect, it } from '@jest/globals';
import type { Page, Tenant } from '@parley/contracts';
import { newId } from '@parley/runtime/records';
import { readWholePage, type RestOfPage } from './whole-page.ts';

const tenant: Tenant = { workspaceId: newId('workspace'), mode: 'live' };

/** A list of numbers from 1 on, of which an answer has room for so many. */
function listOf(length: number, room: number) {
  const asked: RestOfPage[] = [];
  const read = (perPage: number) =>
    readWholePage(tenant, perPage, (rest) => {
      asked.push(rest);
      const after = Number(rest?.cursor ?? 0);
      const size = Math.min(Number(rest?.per_page ?? perPage), length - after);
      const fits = Math.min(size, room);
      const end = after + fits;
      return Promise.resolve<Page<number>>({
        items: Array.from({ length: fits }, (_, index) => after + index + 1),
        total_count: rest === undefined ? length : -1,
        total_count_relation: 'eq',
        next_cursor: end < length ? String(end) : null,
        resume_cursor: `resume ${end}`,
        ...(fits < size && { is_partial: true }),
      });
    });
  return { read, asked };
}

describe('a page whose items have no room in one answer', () => {
  it('is read in several, and continues behind its last item', async () => {
    const { read, asked } = listOf(12, 4);
    expect(await read(10)).toMatchObject({
      items: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
      total_count: 12,
      next_cursor: '10',
      resume_cursor: 'resume 10',
    });
    expect(asked).toEqual([
      undefined,
      // In its turn.
      undefined,
      { cursor: '4', per_page: '6' },
      { cursor: '8', per_page: '2' },
    ]);
  });

  it('ends with the list', async () => {
    const { read } = listOf(6, 4);
    expect(await read(10)).toMatchObject({ items: [1, 2, 3, 4, 5, 6], next_cursor: null });
  });
});

it('a page that is complete is read once, also if others follow', async () => {
  const { read, asked } = listOf(100, 25);
  expect(await read(25)).toMatchObject({ next_cursor: '25' });
  expect(asked).toEqual([undefined]);
});

describe('long pages', () => {
  const others: Tenant = { ...tenant, mode: 'test' };
  /** Reads such pages together, and tells of which the parts were read, in their order. */
  const reads = async (...pages: readonly (readonly [page: string, of: Tenant])[]) => {
    const parts: string[] = [];
    const read = ([page, of]: readonly [string, Tenant]) =>
      readWholePage<number>(of, 2, async (rest) => {
        parts.push(page);
        await new Promise(setImmediate);
        const more =
          rest === undefined ? ({ is_partial: true, next_cursor: '1' } as const) : { next_cursor: null };
        return { items: [1], total_count: 2, total_count_relation: 'eq', ...more };
      });
    const found = await Promise.all(pages.map(read));
    expect(found.map(({ items }) => items.length)).toEqual(pages.map(() => 2));
    // The first read of each tells that it is one.
    return parts.slice(pages.length);
  };

  it('of one workspace are read one after the other', async () => {
    const pages = (['a', 'b', 'c'] as const).map((page) => [page, tenant] as const);
    expect(await reads(...pages)).toEqual(['a', 'a', 'b', 'b', 'c', 'c']);
  });

  it('of different workspaces do not wait for each other', async () => {
    expect(await reads(['a', tenant], ['b', others])).toEqual(['a', 'b', 'a', 'b']);
  });
});
