import type { ConsoleSession } from '@parley/contracts/console';
import { Button, Center, Group, Loader, Modal, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { createContext, useContext, useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { callConsole, listenForSignOut } from '../api/console.ts';
import { createPublicApi, type Mode, type PublicApi } from '../api/public.ts';
import { ErrorState } from '../components/error-state.tsx';
import { budgetOf } from '../live/request-budget.ts';
import { whenStreamHasStarted } from '../live/stream-start.ts';
import { consolePath } from './document.ts';
import { draftsOf } from './drafts.ts';
import { queryClient } from './queries.ts';
import { ignoreUnsaved } from './unsaved.ts';

export type Session = ConsoleSession;

interface SessionState {
  session: Session;
  mode: Mode;
  setMode: (mode: Mode) => void;
}

const SessionContext = createContext<SessionState | null>(null);
const MODE_KEY = 'console-mode';

/** Each tab has a mode of its own; a new one begins with that which was chosen last. */
function readMode(): Mode {
  const stored = sessionStorage.getItem(MODE_KEY) ?? localStorage.getItem(MODE_KEY);
  const mode = stored === 'test' ? 'test' : 'live';
  sessionStorage.setItem(MODE_KEY, mode);
  return mode;
}

function storeMode(mode: Mode): void {
  sessionStorage.setItem(MODE_KEY, mode);
  localStorage.setItem(MODE_KEY, mode);
}

export const SESSION_QUERY = ['session'] as const;

function useSessionState(): SessionState {
  const state = useContext(SessionContext);
  if (state === null) throw new Error('There is no SessionProvider');
  return state;
}

export function useSession(): Session {
  return useSessionState().session;
}

export function useMode(): [Mode, (mode: Mode) => void] {
  const { mode, setMode } = useSessionState();
  return [mode, setMode];
}

/** The public API in the mode that the user has chosen, which it names, with the rights of the user. */
export function usePublicApi(): PublicApi {
  return useApi(useSessionState().mode);
}

/** The public API in live mode, which alone changes what both modes share: users, teams, inboxes and the workspace. */
export function useLiveApi(): PublicApi {
  return useApi('live');
}

function useApi(mode: Mode): PublicApi {
  const { base_url: baseUrl } = useSession();
  return useMemo(() => {
    const api = createPublicApi(baseUrl, mode);
    api.use({
      onRequest: async ({ request }) => {
        if (request.method === 'GET') await whenStreamHasStarted();
      },
      onResponse: ({ response }) => budgetOf(mode).note(response),
    });
    return api;
  }, [baseUrl, mode]);
}

export function refreshSession(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: SESSION_QUERY });
}

async function readSession(signal: AbortSignal): Promise<Session> {
  return (await callConsole('session.get', {}, signal)).data;
}

/** Loads the session before anything else, and asks for a new sign-in when it has ended. */
export function SessionProvider({ children }: { children: ReactNode }) {
  const query = useQuery({
    queryKey: SESSION_QUERY,
    queryFn: ({ signal }) => readSession(signal),
    // Somebody may have signed out, or in again, in another tab.
    refetchOnWindowFocus: 'always',
  });
  const [isSignedOut, setSignedOut] = useState(false);
  const [mode, chooseMode] = useState<Mode>(readMode);
  useEffect(() => listenForSignOut(() => setSignedOut(true)), []);
  // Each successful answer shows that there is a session.
  useEffect(() => setSignedOut(false), [query.dataUpdatedAt]);
  useReloadForOthers(query.data);
  useWindowFocus(query.refetch);
  const { data: session } = query;
  const state = useMemo(() => {
    if (session === undefined) return null;
    const setMode = (next: Mode) => {
      storeMode(next);
      chooseMode(next);
    };
    return { session, mode, setMode };
  }, [session, mode]);
  if (state === null) {
    return (
      <Center mih="100vh" p="md">
        {isSignedOut ? (
          <SignedOutDialog />
        ) : query.error === null ? (
          <Loader role="status" aria-label="Loading your account" />
        ) : (
          <ErrorState error={query.error} onRetry={() => void query.refetch()} />
        )}
      </Center>
    );
  }
  return (
    <SessionContext value={state}>
      {children}
      {isSignedOut && <SignedOutDialog />}
    </SessionContext>
  );
}

/** Nothing of one user may stay on the page of another one who has signed in meanwhile. */
function useReloadForOthers(session: Session | undefined): void {
  const first = useRef<string>(undefined);
  useEffect(() => {
    if (session === undefined) return;
    const current = `${session.workspace.id} ${session.user.id}`;
    draftsOf(session).removeOthers();
    first.current ??= current;
    if (first.current === current) return;
    ignoreUnsaved();
    location.reload();
  }, [session]);
}

/** Reads again when the window gets the focus: of two windows side by side, the visibility never changes. */
function useWindowFocus(refetch: (options: { cancelRefetch: boolean }) => unknown): void {
  useEffect(() => {
    const read = () => void refetch({ cancelRefetch: false });
    addEventListener('focus', read);
    return () => removeEventListener('focus', read);
  }, [refetch]);
}

/** Shown over the page, whose forms keep what was typed while the user signs in again in another tab. */
function SignedOutDialog() {
  return (
    <Modal
      opened
      onClose={() => undefined}
      title="Your session has ended"
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
    >
      {/* Not a button: a key that was meant for the page must not load it again. */}
      <Text mb="md" tabIndex={-1} data-autofocus style={{ outline: 'none' }}>
        Sign in again to go on. In a new tab, this page keeps what you have typed; come back to it afterwards.
      </Text>
      <Group justify="flex-end">
        <Button component="a" href={consolePath} target="_blank" rel="noopener" variant="default">
          Sign in in a new tab
        </Button>
        <Button onClick={() => location.reload()}>Sign in</Button>
      </Group>
    </Modal>
  );
}
