import { expect, it } from '@jest/globals';
import { InfiniteQueryObserver, QueryClient } from '@tanstack/react-query';
import { unlessKept } from './kept-pages.ts';

interface Page {
  rows: string[];
  next: string;
}

it('a list that is read again takes one request, and others only for pages that begin elsewhere or that a change concerns', async () => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const requests: string[] = [];
  let version = 1;
  const observer = new InfiniteQueryObserver<Page, Error, { pages: Page[] }, string[], string>(client, {
    queryKey: ['list'],
    queryFn: (context) =>
      unlessKept(context, () => {
        requests.push(context.pageParam);
        const start = context.pageParam === '' ? 'first' : context.pageParam;
        return Promise.resolve({ rows: [start], next: `${start}-${version}` });
      }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
  });
  const stop = observer.subscribe(() => undefined);
  await observer.refetch();
  await observer.fetchNextPage();
  await observer.fetchNextPage();
  expect(observer.getCurrentResult().data?.pages).toHaveLength(3);
  requests.length = 0;
  await observer.refetch();
  expect(requests).toEqual(['']);
  expect(observer.getCurrentResult().data?.pages).toHaveLength(3);
  requests.length = 0;
  await client.invalidateQueries({ queryKey: ['list'] });
  expect(requests).toEqual(['', 'first-1', 'first-1-1']);
  version = 2;
  requests.length = 0;
  await observer.refetch();
  expect(requests).toEqual(['', 'first-2', 'first-2-2']);
  stop();
  client.clear();
});
