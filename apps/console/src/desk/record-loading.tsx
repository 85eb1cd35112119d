import { Button, Loader } from '@mantine/core';
import { ApiFailure } from '../api/errors.ts';
import { useMode } from '../app/session.tsx';
import { EmptyState } from '../components/empty-state.tsx';
import { ErrorState } from '../components/error-state.tsx';
import { PageHeader } from '../components/page-header.tsx';

interface RecordLoadingProps {
  /** What is loading: "Ticket". */
  title: string;
  back: { to: string; label: string };
  query: { error: unknown; refetch: () => Promise<unknown> };
}

/** Replaces a record that is loading, or cannot be loaded. */
export function RecordLoading({ title, back, query: { error, refetch } }: RecordLoadingProps) {
  const noun = title.toLowerCase();
  return (
    <>
      <PageHeader title={title} back={back} />
      {error === null ? (
        <Loader role="status" aria-label={`Loading the ${noun}`} />
      ) : error instanceof ApiFailure && error.status === 404 ? (
        <NotInMode noun={noun} />
      ) : (
        <ErrorState error={error} onRetry={() => void refetch()} />
      )}
    </>
  );
}

/** A link tells nothing of the mode, and each has records of its own. */
function NotInMode({ noun }: { noun: string }) {
  const [mode, setMode] = useMode();
  const other = mode === 'live' ? 'test' : 'live';
  return (
    <div role="alert">
      <EmptyState
        icon="search"
        title={`There is no such ${noun} in the ${mode} data`}
        action={
          <Button variant="default" onClick={() => setMode(other)}>
            Look in the {other} data
          </Button>
        }
      >
        It does not exist any more, it belongs to the {other} data, or to another workspace.
      </EmptyState>
    </div>
  );
}
