import { Alert, Button, Text } from '@mantine/core';
import { notifyManager, useQueryClient, type Query, type QueryClient } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';
import { explain } from '../api/errors.ts';
import { Icon } from '../components/icon.tsx';

/** Shown already, but the last attempt to read it again has failed. */
const isOutdated = ({ state, queryKey: [mode] }: Query): boolean =>
  (mode === 'live' || mode === 'test') && state.status === 'error' && state.data !== undefined;

const failureOf = (client: QueryClient): Error | null =>
  client.getQueryCache().find({ queryKey: [], exact: false, type: 'active', predicate: isOutdated })?.state
    .error ?? null;

/** Tells that what a page shows may be old, because it could not be read again. */
export function OutdatedNotice() {
  const client = useQueryClient();
  const subscribe = useCallback(
    (onChange: () => void) => client.getQueryCache().subscribe(notifyManager.batchCalls(onChange)),
    [client],
  );
  const error = useSyncExternalStore(subscribe, () => failureOf(client));
  if (error === null) return null;
  const { title, message } = explain(error);
  return (
    <Alert color="yellow" m="md" title="Not up to date" icon={<Icon name="warning" />}>
      <Text size="sm">
        This page could not be read again: {title}. {message}
      </Text>
      <Button
        variant="default"
        size="xs"
        mt="sm"
        onClick={() => void client.refetchQueries({ type: 'active', predicate: isOutdated })}
      >
        Try again
      </Button>
    </Alert>
  );
}
