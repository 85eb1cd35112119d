import { describe, expect, it } from '@jest/globals';
import type { Page } from '@parley/contracts';
import { readWholePage, type RestOfPage } from './whole-page.ts';

/** A list of numbers from 1 on, of which an answer has room for so many. */
function listOf(length: number, room: number) {
  const asked: RestOfPage[] = [];
  const read = (perPage: number) =>
    readWholePage(perPage, (rest) => {
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
    expect(asked).toEqual([undefined, { cursor: '4', per_page: '6' }, { cursor: '8', per_page: '2' }]);
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
