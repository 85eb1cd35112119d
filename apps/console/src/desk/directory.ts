import { queryOptions, useQuery } from '@tanstack/react-query';
import { unwrap, type Mode, type PublicApi } from '../api/public.ts';
import { useMode, usePublicApi } from '../app/session.tsx';

/** Members, inboxes and tags change rarely; events of the log renew the tags. */
const STALE_MS = 5 * 60_000;
/** Members beyond these cannot be chosen from a list; 100 is the most that one page has. */
const PAGES_MAX = 5;
const PER_PAGE = 100;

interface Page<Item> {
  data: Item[];
  meta: { next_cursor: string | null };
}

interface First<Item> {
  items: Item[];
  /** Whether there are more. */
  isPartial: boolean;
}

async function readFirst<Item>(
  read: (cursor: string | undefined) => Promise<Page<Item>>,
): Promise<First<Item>> {
  const items: Item[] = [];
  let cursor: string | undefined;
  for (let count = 0; count < PAGES_MAX; count += 1) {
    const { data, meta } = await read(cursor);
    items.push(...data);
    if (meta.next_cursor === null) return { items, isPartial: false };
    cursor = meta.next_cursor;
  }
  return { items, isPartial: true };
}

const usersQuery = (api: PublicApi, mode: Mode) =>
  queryOptions({
    queryKey: [mode, 'users', 'all'],
    queryFn: ({ signal }) =>
      readFirst((cursor) =>
        unwrap(
          api.GET('/v1/users', {
            params: {
              query: { per_page: PER_PAGE, sort: 'name', order: 'asc', ...(cursor ? { cursor } : {}) },
            },
            signal,
          }),
        ),
      ),
    staleTime: STALE_MS,
  });

const inboxesQuery = (api: PublicApi, mode: Mode) =>
  queryOptions({
    queryKey: [mode, 'inboxes', 'all'],
    queryFn: ({ signal }) =>
      readFirst((cursor) =>
        unwrap(
          api.GET('/v1/inboxes', {
            params: {
              query: { per_page: PER_PAGE, sort: 'name', order: 'asc', ...(cursor ? { cursor } : {}) },
            },
            signal,
          }),
        ),
      ),
    staleTime: STALE_MS,
  });

const tagsQuery = (api: PublicApi, mode: Mode) =>
  queryOptions({
    queryKey: [mode, 'tags', 'all'],
    queryFn: async ({ signal }) => {
      const query = { per_page: PER_PAGE, sort: 'name', order: 'asc' } as const;
      return (await unwrap(api.GET('/v1/tags', { params: { query }, signal }))).data;
    },
    staleTime: STALE_MS,
  });

/** A list to choose from: without items while it is loading, and if it cannot be loaded. */
export interface Directory<Item> {
  items: readonly Item[];
  isPending: boolean;
  /** Why there are no items. */
  error: unknown;
  /** Whether there are more than can be chosen. */
  isPartial: boolean;
}

/** Why something cannot be chosen from a list; `null` if all of it is there. */
export const partialNote = ({ items, isPartial }: Directory<unknown>): string | null =>
  isPartial ? `Only the first ${items.length}, by name, are listed.` : null;

function directoryOf<Item>(query: {
  data: First<Item> | undefined;
  isPending: boolean;
  error: unknown;
}): Directory<Item> {
  const { data, isPending, error } = query;
  const { items, isPartial } = data ?? { items: [], isPartial: false };
  return { items, isPartial, isPending, error: data === undefined ? error : null };
}

/** The members of the workspace, the inactive ones included: they are named in what they did. */
export function useMemberDirectory() {
  const [mode] = useMode();
  return directoryOf(useQuery(usersQuery(usePublicApi(), mode)));
}

export const useMembers = () => useMemberDirectory().items;

export function useInboxDirectory() {
  const [mode] = useMode();
  return directoryOf(useQuery(inboxesQuery(usePublicApi(), mode)));
}

/** The names of the first tags of the catalogue, as suggestions. */
export function useTagNames(): string[] {
  const [mode] = useMode();
  const { data = [] } = useQuery(tagsQuery(usePublicApi(), mode));
  return data.map(({ name }) => name);
}
