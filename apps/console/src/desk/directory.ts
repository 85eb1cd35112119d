import { queryOptions, useQuery } from '@tanstack/react-query';
import { unwrap, type PublicApi, type Schemas } from '../api/public.ts';
import { usePublicApi } from '../app/session.tsx';

/** What is chosen from lists changes rarely; events of the log renew the tags, and the mailboxes whose status changes. */
const STALE_MS = 5 * 60_000;
/** Members beyond these cannot be chosen from a list. */
const PAGES_MAX = 5;
const QUERY = { per_page: 100, sort: 'name', order: 'asc' } as const;

interface Page<Item> {
  data: Item[];
  meta: { next_cursor: string | null };
}

/** A list to choose from: without items while it is loading, and if it cannot be loaded. */
export interface Directory<Item> {
  items: readonly Item[];
  isPending: boolean;
  error: unknown;
  /** Whether there are more than can be chosen. */
  isPartial: boolean;
}

/** Why something cannot be chosen from a list; `null` if all of it is there. */
export const partialNote = ({ items, isPartial }: Directory<unknown>): string | null =>
  isPartial ? `Only the first ${items.length}, by name, are listed.` : null;

/** Reads a list to choose from. */
const directoryQuery = <Item>(
  queryKey: readonly unknown[],
  read: (query: typeof QUERY & { cursor?: string }, signal: AbortSignal) => Promise<Page<Item>>,
) =>
  queryOptions({
    queryKey: [...queryKey, 'all'],
    queryFn: async ({ signal }) => {
      const items: Item[] = [];
      let cursor: string | undefined;
      for (let count = 0; count < PAGES_MAX; count += 1) {
        const { data: page, meta } = await read({ ...QUERY, ...(cursor ? { cursor } : {}) }, signal);
        items.push(...page);
        if (meta.next_cursor === null) return { items, isPartial: false };
        cursor = meta.next_cursor;
      }
      return { items, isPartial: true };
    },
    staleTime: STALE_MS,
  });

function useDirectory<Item>(query: ReturnType<typeof directoryQuery<Item>>, enabled = true): Directory<Item> {
  const { data, isPending, error } = useQuery({ ...query, enabled });
  return {
    ...(data ?? { items: [], isPartial: false }),
    isPending,
    error: data === undefined ? error : null,
  };
}

/** The members of the workspace, the inactive ones included: they are named in what they did. */
export function useMemberDirectory() {
  const api = usePublicApi();
  return useDirectory(
    directoryQuery([api.mode, 'users'], (query, signal) =>
      unwrap(api.GET('/v1/users', { params: { query }, signal })),
    ),
  );
}

export const useMembers = () => useMemberDirectory().items;

export function useInboxDirectory() {
  const api = usePublicApi();
  return useDirectory(
    directoryQuery([api.mode, 'inboxes'], (query, signal) =>
      unwrap(api.GET('/v1/inboxes', { params: { query }, signal })),
    ),
  );
}

export type Mailbox = Schemas['Mailbox'];
export type Connection = Schemas['Connection'];

/** All mailboxes of a mode: there are 100 at most. */
export const mailboxesQuery = (api: PublicApi) =>
  directoryQuery([api.mode, 'mailboxes'], (query, signal) =>
    unwrap(api.GET('/v1/mailboxes', { params: { query }, signal })),
  );

/** All connections of a mode: there are 100 at most. */
export const connectionsQuery = (api: PublicApi) =>
  directoryQuery([api.mode, 'connections'], (query, signal) =>
    unwrap(api.GET('/v1/connections', { params: { query }, signal })),
  );

export const useMailboxDirectory = (enabled = true): Directory<Mailbox> =>
  useDirectory(mailboxesQuery(usePublicApi()), enabled);

/** The mailboxes as choices: by their names, and by their addresses where those are alike. */
export const mailboxOptions = (mailboxes: readonly Mailbox[]): { value: string; label: string }[] =>
  mailboxes.map(({ id, name, address }) => {
    const isAmbiguous = mailboxes.some((other) => other.id !== id && other.name === name);
    return { value: id, label: isAmbiguous ? `${name}, ${address}` : name };
  });

export const useConnectionDirectory = (enabled = true): Directory<Connection> =>
  useDirectory(connectionsQuery(usePublicApi()), enabled);

/** The names of the first tags of the catalogue, as suggestions. */
export function useTagNames(): string[] {
  const api = usePublicApi();
  const { data } = useQuery({
    queryKey: [api.mode, 'tags', 'all'],
    queryFn: ({ signal }) => unwrap(api.GET('/v1/tags', { params: { query: QUERY }, signal })),
    staleTime: STALE_MS,
  });
  return (data?.data ?? []).map(({ name }) => name);
}
