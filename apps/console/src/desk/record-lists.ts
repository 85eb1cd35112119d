import { infiniteQueryOptions } from '@tanstack/react-query';
import type { components } from '../../dist/generated/openapi.d.ts';
import { unlessKept } from '../live/kept-pages.ts';
import { listOf, searchOf, type Filters } from './filters.ts';

type Schemas = components['schemas'];

/** The parameters that the lists of tickets and of conversations share, from the filters in the address. */
export const parametersOf = (filters: Filters) => ({
  q: searchOf(filters['q']),
  priority: listOf(filters['priority']) as Schemas['Priority'][] | undefined,
  assignee: listOf(filters['assignee']),
  inbox: listOf(filters['inbox']),
  tag: listOf(filters['tag']),
  contact: filters['contact'],
});

/** What a list is sorted by: the value in the address is `field.direction`. */
export function orderOf(filters: Filters, fallback: string) {
  const [sort, order] = (filters['sort'] ?? fallback).split('.');
  return { sort, order: order as Schemas['SortOrder'] };
}

interface Page {
  meta: { next_cursor: string | null };
}

/** A list that continues at its cursor. */
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
    placeholderData: (before) => before,
  });
