import type { InfiniteData, QueryClient, QueryKey } from '@tanstack/react-query';

interface PageContext {
  client: QueryClient;
  queryKey: QueryKey;
  pageParam: unknown;
}

/**
 * Reads a page of a list, unless it has been read before and begins where it began then: a list that is read again only to
 * follow events takes one request for its first page, and others for the pages that have moved. A list that somebody has
 * changed here is invalidated, and read as a whole.
 */
export function unlessKept<Page>(
  { client, queryKey, pageParam }: PageContext,
  read: () => Promise<Page>,
): Promise<Page> {
  const { state } = client.getQueryCache().find<InfiniteData<Page>>({ queryKey }) ?? {};
  if (state?.data === undefined || state.isInvalidated) return read();
  const index = state.data.pageParams.indexOf(pageParam);
  const kept = index > 0 ? state.data.pages[index] : undefined;
  return kept === undefined ? read() : Promise.resolve(kept);
}
