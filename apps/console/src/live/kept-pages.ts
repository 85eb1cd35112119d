import type { InfiniteData, QueryClient, QueryKey } from '@tanstack/react-query';

interface PageContext {
  client: QueryClient;
  queryKey: QueryKey;
  pageParam: unknown;
}

/** Reads a page only if it begins elsewhere than before: following events takes one request. Invalidated lists are read whole. */
export function unlessKept<Page>({ client, queryKey, pageParam }: PageContext, read: () => Promise<Page>) {
  const { state } = client.getQueryCache().find<InfiniteData<Page>>({ queryKey }) ?? {};
  if (state?.data === undefined || state.isInvalidated) return read();
  const index = state.data.pageParams.indexOf(pageParam);
  const kept = index > 0 ? state.data.pages[index] : undefined;
  return kept === undefined ? read() : Promise.resolve(kept);
}
