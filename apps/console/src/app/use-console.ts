import type { ConsoleInput, ConsoleOperationId, ConsoleOperationOf } from '@parley/contracts/console';
import { useQuery } from '@tanstack/react-query';
import { callConsole } from '../api/console.ts';
import { queryClient } from './queries.ts';

/** Reads with an operation of the account console, again after each interval; `data` is the body of its response. */
export function useConsole<Id extends ConsoleOperationId>(
  id: Id,
  input: ConsoleInput<ConsoleOperationOf<Id>>,
  refetchInterval: number | false = false,
) {
  return useQuery({
    queryKey: ['console', id, input],
    queryFn: ({ signal }) => callConsole(id, input, signal),
    refetchInterval,
  });
}

export function refreshConsole(id: ConsoleOperationId): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: ['console', id] });
}
