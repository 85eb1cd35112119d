import { infiniteQueryOptions } from '@tanstack/react-query';
import type { Schemas } from '../api/public.ts';
import { unlessKept } from '../live/kept-pages.ts';
import type { Filters } from './filters.ts';

/** What a list is sorted by: the value in the address is `field.direction`. */
export function orderOf(filters: Filters, fallback: string) {
  const [sort, order] = (filters['sort'] ?? fallback).split('.');
  return { sort, order: order as Schemas['SortOrder'] };
}

interface Page {
  meta: { next_cursor: string | null };
}

/** A list that continues at its cursor. What it showed stays until other filters have been answered, in the same mode. */
export const pagesQuery = <P extends Page>(
  queryKey: readonly unknown[],
  perPage: number,
  read: (page: { per_page: number; cursor?: string }, signal: AbortSignal) => Promise<P>,
) =>
  infiniteQueryOptions({
    queryKey: [...queryKey, perPage],
    queryFn: (context) => {
      const { pageParam, signal } = context;
      const page = { per_page: perPage, ...(pageParam === '' ? {} : { cursor: pageParam }) };
      return unlessKept(context, () => read(page, signal));
    },
    initialPageParam: '',
    getNextPageParam: ({ meta }) => meta.next_cursor ?? undefined,
    placeholderData: (before, query) => (query?.queryKey[0] === queryKey[0] ? before : undefined),
  });
