import type { Page, Tenant } from '@parley/contracts';
import { KeyedQueue } from '@parley/runtime/async';

/** What replaces parameters of the query of a list, to read the rest of a page. */
export type RestOfPage = { cursor: string; per_page: string } | undefined;

type Read<Item> = (rest: RestOfPage) => Promise<Page<Item>>;

/** Pages of a workspace that are read in several answers are read one at a time. */
const turns = new KeyedQueue(Infinity);

/** Reads a page whose items are too large for one answer of its service in several. Of those that wait, nothing is kept. */
export async function readWholePage<Item>(
  { workspaceId, mode }: Tenant,
  perPage: number,
  read: Read<Item>,
): Promise<Page<Item>> {
  const page = await read(undefined);
  if (page.is_partial !== true) return page;
  return turns.run(`${workspaceId} ${mode}`, () => readInParts(perPage, read));
}

async function readInParts<Item>(perPage: number, read: Read<Item>): Promise<Page<Item>> {
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
