import type { Page } from '@parley/contracts';

/** What replaces parameters of the query of a list, to read the rest of a page. */
export type RestOfPage = { cursor: string; per_page: string } | undefined;

/** Reads a page whose items are too large for one answer of its service in several. */
export async function readWholePage<Item>(
  perPage: number,
  read: (rest: RestOfPage) => Promise<Page<Item>>,
): Promise<Page<Item>> {
  const first = await read(undefined);
  const items = [...first.items];
  let last = first;
  let left = perPage - first.items.length;
  while (last.is_partial === true && last.next_cursor !== null && left > 0) {
    last = await read({ cursor: last.next_cursor, per_page: String(left) });
    items.push(...last.items);
    left -= last.items.length;
  }
  const { total_count, total_count_relation } = first;
  return { ...last, total_count, total_count_relation, items };
}
