import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { createContext, useContext, useEffect, useState, type ReactNode } from 'react';
import { accessToken, type Mode } from '../api/public.ts';
import { useMode, useSession } from '../app/session.tsx';
import { applyEvent } from './apply-event.ts';
import { followEvents, type StreamState } from './follow-events.ts';
import { budgetOf } from './request-budget.ts';
import { RefreshScheduler } from './refresh-scheduler.ts';
import { streamHasStarted } from './stream-start.ts';

/** A tab that nobody looks at gives its connection back after this time, and catches up when it is shown. */
const HIDDEN_MS = 30_000;

const StateContext = createContext<StreamState>('connecting');

export function useStreamState(): StreamState {
  return useContext(StateContext);
}

/** Members and inboxes have no events, so none can be missing. */
const WITHOUT_EVENTS: ReadonlySet<unknown> = new Set(['users', 'inboxes']);

/** Everything of a mode that events change and that was read before now is read again. */
function invalidateOlder(client: QueryClient, mode: Mode): void {
  const now = Date.now();
  void client.invalidateQueries({
    queryKey: [mode],
    predicate: ({ state, queryKey }) =>
      !WITHOUT_EVENTS.has(queryKey[1]) && state.dataUpdatedAt > 0 && state.dataUpdatedAt < now,
  });
}

export function LiveUpdates({ children }: { children: ReactNode }) {
  const { base_url: baseUrl } = useSession();
  const [mode] = useMode();
  const client = useQueryClient();
  const [state, setState] = useState<StreamState>('connecting');
  const isAwake = useAwake();
  useEffect(() => {
    if (!isAwake) return;
    const controller = new AbortController();
    const refreshes = new RefreshScheduler(client, mode, budgetOf(mode));
    void followEvents({
      url: `${baseUrl}/v1/events/stream`,
      token: (isRejected) => accessToken(mode, isRejected),
      onEvent: (event) => refreshes.add(applyEvent(client, mode, event)),
      onState: (next) => {
        setState(next);
        if (next !== 'connecting') streamHasStarted();
      },
      onGap: () => invalidateOlder(client, mode),
      network: window,
      signal: controller.signal,
    });
    return () => {
      controller.abort();
      refreshes.stop();
    };
  }, [baseUrl, mode, client, isAwake]);
  return <StateContext value={state}>{children}</StateContext>;
}

/** Whether the tab is visible, or was until a moment ago. */
function useAwake(): boolean {
  const [isAwake, setAwake] = useState(true);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const follow = () => {
      clearTimeout(timer);
      if (document.visibilityState === 'visible') setAwake(true);
      else timer = setTimeout(() => setAwake(false), HIDDEN_MS);
    };
    document.addEventListener('visibilitychange', follow);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', follow);
    };
  }, []);
  return isAwake;
}
