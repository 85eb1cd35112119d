import { Alert, Button, Code, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { explain } from '../api/errors.ts';
import { Icon } from './icon.tsx';

/** Replaces what could not be loaded: the error in words, with the id to report. */
export function ErrorState({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  const { title, message, requestId } = explain(error);
  return (
    <Alert color="red" variant="outline" title={title} icon={<Icon name="warning" />} role="alert" w="100%">
      <Text size="sm">{message}</Text>
      {requestId !== undefined && (
        <Text size="sm" c="dimmed" mt={4}>
          Request ID: <Code>{requestId}</Code>
        </Text>
      )}
      {onRetry !== undefined && (
        <Button variant="default" size="xs" mt="sm" onClick={onRetry}>
          Try again
        </Button>
      )}
    </Alert>
  );
}

interface LoadedProps<Data> {
  query: { data: Data | undefined; error: unknown; refetch: () => Promise<unknown> };
  placeholder: ReactNode;
  children: (data: Data) => ReactNode;
}

/** Shows what a query has answered, or why it has no answer. */
export function Loaded<Data>({ query, placeholder, children }: LoadedProps<Data>) {
  const { data, error, refetch } = query;
  if (data !== undefined) return children(data);
  return error === null ? placeholder : <ErrorState error={error} onRetry={() => void refetch()} />;
}
