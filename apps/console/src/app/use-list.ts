import { useInfiniteQuery, type UseInfiniteQueryResult } from '@tanstack/react-query';
import { useMemo } from 'react';
import { unwrap } from '../api/public.ts';
import { queryClient } from './queries.ts';
import { useMode } from './session.tsx';

/** A page of a list of the public API. */
interface ListPage<Row> {
  data: Row[];
  meta: { current_page: number | null; total_pages: number | null; total_count: number };
}

interface Answer<Page> {
  data?: Page;
  error?: unknown;
  response: Response;
}

export interface List<Row> {
  /** All rows that have been loaded; undefined until the first page is there. */
  rows: Row[] | undefined;
  totalCount: number | undefined;
  query: UseInfiniteQueryResult;
}

/**
 * Reads a list of the public API page by page, to be continued by `LoadMore`.
 * @param name what `refreshList` calls it.
 * @param values what the result depends on, besides the mode.
 */
export function useList<Row>(
  name: string,
  values: unknown,
  fetchPage: (page: number, signal: AbortSignal) => Promise<Answer<ListPage<Row>>>,
): List<Row> {
  const [mode] = useMode();
  const query = useInfiniteQuery({
    queryKey: ['list', name, mode, values],
    queryFn: ({ pageParam, signal }) => unwrap(fetchPage(pageParam, signal)),
    initialPageParam: 1,
    getNextPageParam: ({ meta: { current_page: current, total_pages: total } }) =>
      current !== null && total !== null && current < total ? current + 1 : undefined,
  });
  const { data } = query;
  const rows = useMemo(() => data?.pages.flatMap((page) => page.data), [data]);
  return { rows, totalCount: data?.pages.at(-1)?.meta.total_count, query };
}

/** Reads a list again that a change concerns. */
export function refreshList(name: string): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: ['list', name] });
}
