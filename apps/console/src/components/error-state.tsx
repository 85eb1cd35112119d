import { Alert, Button, Code, Text } from '@mantine/core';
import { explain } from '../api/errors.ts';
import { Icon } from './icon.tsx';

interface ErrorStateProps {
  error: unknown;
  /** Repeats what failed. */
  onRetry?: () => void;
}

/** Replaces what could not be loaded: the error in words, with the id to report. */
export function ErrorState({ error, onRetry }: ErrorStateProps) {
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
