import { useInfiniteQuery } from '@tanstack/react-query';
import { unwrap, type Answer } from '../api/public.ts';
import { queryClient } from './queries.ts';
import { useMode } from './session.tsx';

interface ListPage<Row> {
  data: Row[];
  meta: { current_page: number | null; total_count: number };
  links: { next: string | null };
}

/** Reads a list page by page. `refreshList` knows it by `name`; its result depends on `values` and the mode. */
export function useList<Row>(
  name: string,
  values: unknown,
  fetchPage: (page: number, signal: AbortSignal) => Promise<Answer<ListPage<Row>>>,
) {
  const [mode] = useMode();
  return useInfiniteQuery({
    queryKey: ['list', name, mode, values],
    queryFn: ({ pageParam, signal }) => unwrap(fetchPage(pageParam, signal)),
    initialPageParam: 1,
    getNextPageParam: ({ meta: { current_page: current }, links: { next } }) =>
      current !== null && isNumbered(next) ? current + 1 : undefined,
  });
}

/** Whether a link leads to a page by its number: deeper ones have a cursor. */
function isNumbered(link: string | null): boolean {
  return new URLSearchParams(link?.split('?')[1]).has('page');
}

export function refreshList(name: string): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: ['list', name] });
}
