import { Button, Loader } from '@mantine/core';
import { useQuery, type UseQueryOptions } from '@tanstack/react-query';
import { Fragment, type ReactNode } from 'react';
import { ApiFailure } from '../api/errors.ts';
import type { PublicApi } from '../api/public.ts';
import { usePathParameter } from '../app/location.ts';
import { useMode, usePublicApi } from '../app/session.tsx';
import { EmptyState } from '../components/empty-state.tsx';
import { ErrorState } from '../components/error-state.tsx';
import { PageHeader } from '../components/page-header.tsx';
import type { Tagged } from './records.ts';

interface RecordPageProps<Value> {
  /** What the record is called, such as "ticket", which begins the name of the path parameter too. */
  noun: string;
  back: { to: string; label: string };
  queryOf: (api: PublicApi, id: string) => UseQueryOptions<Tagged<Value>, Error, Tagged<Value>, string[]>;
  children: (tagged: Tagged<Value>) => ReactNode;
}

/** The record that the address names, while it is loading, and when it cannot be loaded. */
export function RecordPage<Value>({ noun, back, queryOf, children }: RecordPageProps<Value>) {
  const id = usePathParameter(`${noun}Id`);
  const { data, error, refetch } = useQuery(queryOf(usePublicApi(), id));
  // Another record begins with dialogs and forms of its own.
  if (data !== undefined) return <Fragment key={id}>{children(data)}</Fragment>;
  return (
    <>
      <PageHeader title={`${noun.charAt(0).toUpperCase()}${noun.slice(1)}`} back={back} />
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
