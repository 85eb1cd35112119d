import { hashKey, type InfiniteData, type QueryClient, type QueryKey } from '@tanstack/react-query';
import type { Mode } from '../api/public.ts';
import { historyEntryOf } from '../desk/changes.ts';
import type { Tagged } from '../desk/records.ts';
import { concernedQueries, isLiveEvent, type Concern } from './concerned-queries.ts';

/** A message, or an entry of a history. */
interface Item {
  id: string;
  created_at?: string;
  timestamp?: string;
}
type Pages = InfiniteData<{ data: Item[] }>;

/**
 * Puts what an event carries into the queries that show it, and returns those that must be read again because it only tells
 * of their change. Without this, each reply and each change would be read again by the page that has made it.
 */
export function applyEvent(client: QueryClient, mode: Mode, event: unknown): Concern[] {
  if (!isLiveEvent(event)) return [];
  const isApplied = ({ queryKey, exact = false }: Concern): boolean => {
    const key = [mode, ...queryKey];
    const part = queryKey[2];
    if (part === 'messages')
      return addToPages(client, key, event.data as unknown as Item, event.event === 'message.created');
    if (part === 'history') return addToPages(client, key, historyEntryOf(event), true);
    return exact && isSame(client.getQueryData<Tagged<object>>(key)?.record, event.data);
  };
  return concernedQueries(event).filter((concern) => !isApplied(concern));
}

const isSame = (shown: unknown, carried: unknown): boolean => hashKey([shown]) === hashKey([carried]);

/**
 * Shows an item in the lists with this key, which have the newest first: in place of the one with its id, or before those that
 * are older if it is new. Returns whether all of them are up to date then: one that is being read may get an answer from before
 * the event.
 */
export function addToPages(client: QueryClient, queryKey: QueryKey, item: Item, isNew: boolean): boolean {
  const lists = client.getQueryCache().findAll({ queryKey });
  if (lists.some(({ state }) => state.fetchStatus !== 'idle' || state.isInvalidated)) return false;
  for (const list of lists)
    client.setQueryData<Pages>(list.queryKey, (shown) => {
      if (shown === undefined) return undefined;
      const isKnown = shown.pages.some(({ data }) => data.some(({ id }) => id === item.id));
      const pages = shown.pages.map((page, index) => {
        if (!isKnown && isNew && index === 0) return { ...page, data: withNew(page.data, item) };
        return { ...page, data: page.data.map((other) => (other.id === item.id ? item : other)) };
      });
      return { ...shown, pages };
    });
  return true;
}

/** The newest items with another one, whose event may come after the answer to a later request of this page. */
function withNew(items: readonly Item[], item: Item): Item[] {
  const older = items.findIndex((other) => timeOf(other) <= timeOf(item));
  const place = older === -1 ? items.length : older;
  return [...items.slice(0, place), item, ...items.slice(place)];
}

const timeOf = ({ created_at: createdAt, timestamp }: Item): string => createdAt ?? timestamp ?? '';
