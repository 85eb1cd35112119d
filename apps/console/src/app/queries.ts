import { QueryClient } from '@tanstack/react-query';
import { ApiFailure, isTimeout } from '../api/errors.ts';

const STALE_MS = 10_000;
const RETRIES_MAX = 2;

/** A refusal stays the same however often it is asked for; a lost network or an overloaded server may not. */
function isWorthRepeating(failures: number, error: Error): boolean {
  // After the whole time the user should be told, before the page waits again.
  if (failures >= RETRIES_MAX || isTimeout(error)) return false;
  return !(error instanceof ApiFailure) || error.status >= 500;
}

/** The pages of records follow the event stream, also after a tab was hidden: only the others look again by themselves. */
const isWithoutEvents = ({ queryKey: [first] }: { queryKey: readonly unknown[] }): boolean =>
  first !== 'live' && first !== 'test';

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: STALE_MS, retry: isWorthRepeating, refetchOnWindowFocus: isWithoutEvents },
    mutations: { retry: false, networkMode: 'always' },
  },
});
