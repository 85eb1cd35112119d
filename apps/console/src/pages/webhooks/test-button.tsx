import { Alert, Button, Group, Modal, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { unwrap } from '../../api/public.ts';
import { useQueryValues } from '../../app/location.ts';
import { notifyFailure } from '../../app/notifications.ts';
import { usePublicApi } from '../../app/session.tsx';
import { Icon } from '../../components/icon.tsx';
import { useIdempotencyKey } from '../../desk/idempotency.ts';
import { outcomeOf } from './attempt-labels.ts';

/** Sends a test event and tells what the endpoint answered. */
export function TestButton({ webhookId }: { webhookId: string }) {
  const api = usePublicApi();
  const client = useQueryClient();
  const [, change] = useQueryValues();
  const { keyFor, done } = useIdempotencyKey();
  const test = useMutation({
    mutationFn: () => {
      const header = { 'Idempotency-Key': keyFor(webhookId) };
      const params = { path: { webhook_id: webhookId }, header };
      return unwrap(api.POST('/v1/webhooks/{webhook_id}/test', { params }));
    },
    onSuccess: done,
    onSettled: () => client.invalidateQueries({ queryKey: [api.mode, 'webhooks', webhookId] }),
    onError: notifyFailure,
  });
  const result = test.data?.data;
  return (
    <>
      <Button
        leftSection={<Icon name="send" size={16} />}
        loading={test.isPending}
        onClick={() => test.mutate()}
      >
        Send test
      </Button>
      <Modal opened={result !== undefined} onClose={test.reset} title="Test event">
        {result !== undefined && (
          <>
            <Alert
              color={result.success ? 'green' : 'red'}
              variant="outline"
              title={result.success ? 'Your endpoint works' : 'Your endpoint failed'}
              icon={<Icon name={result.success ? 'check' : 'warning'} />}
              role="status"
            >
              <Text size="sm">
                {outcomeOf(result)}, after {result.duration_ms} ms.
              </Text>
            </Alert>
            <Group justify="flex-end" mt="md">
              <Button
                variant="default"
                onClick={() => {
                  change({ delivery: result.delivery_id });
                  test.reset();
                }}
              >
                Show delivery
              </Button>
              <Button onClick={test.reset} data-autofocus>
                Close
              </Button>
            </Group>
          </>
        )}
      </Modal>
    </>
  );
}
