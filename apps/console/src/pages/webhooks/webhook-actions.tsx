import { Alert, Button, Group, Menu, Modal, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { unwrap } from '../../api/public.ts';
import { useQueryValues } from '../../app/location.ts';
import { notifyDone, notifyFailure } from '../../app/notifications.ts';
import { usePublicApi } from '../../app/session.tsx';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { Icon } from '../../components/icon.tsx';
import { useIdempotencyKey } from '../../desk/idempotency.ts';
import { useSave, type Tagged } from '../../desk/records.ts';
import { outcomeOf } from './attempt-labels.ts';
import { RecoverDialog } from './recover-dialog.tsx';
import { EditWebhook } from './webhook-form.tsx';
import { WebhookSecret, type Secrets } from './webhook-secret.tsx';
import { webhookQuery, type Webhook, type WebhookChange } from './webhooks.ts';

type DialogName = 'edit' | 'rotate' | 'recover' | 'delete';

export function WebhookActions({ tagged }: { tagged: Tagged<Webhook> }) {
  const { id, status, url } = tagged.record;
  const [dialog, setDialog] = useState<DialogName | null>(null);
  const [secrets, setSecrets] = useState<Secrets | null>(null);
  const { save, saveFrom, rotate, remove } = useWebhookActions(id, setSecrets);
  const isEnabled = status === 'enabled';
  const close = () => setDialog(null);
  return (
    <Group gap="xs">
      <TestButton webhookId={id} />
      <Button
        variant="default"
        leftSection={<Icon name="edit" size={16} />}
        onClick={() => setDialog('edit')}
      >
        Edit
      </Button>
      <Menu position="bottom-end" shadow="md" withinPortal>
        <Menu.Target>
          <Button variant="default" rightSection={<Icon name="down" size={14} />}>
            More
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => save({ status: isEnabled ? 'disabled' : 'enabled' })}>
            {isEnabled ? 'Disable' : 'Enable'}
          </Menu.Item>
          <Menu.Item onClick={() => setDialog('rotate')}>Rotate secret</Menu.Item>
          <Menu.Item disabled={!isEnabled} onClick={() => setDialog('recover')}>
            Recover failed deliveries
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item color="red" onClick={() => setDialog('delete')}>
            Delete
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <EditWebhook latest={tagged} opened={dialog === 'edit'} onClose={close} onSave={saveFrom} />
      <ConfirmDialog
        opened={dialog === 'rotate'}
        onClose={close}
        title="Rotate the secret?"
        action="Rotate secret"
        isDangerous={false}
        onConfirm={rotate}
      >
        For 24 hours, deliveries are signed with both the old and the new secret: change your endpoint in that
        time.
      </ConfirmDialog>
      <RecoverDialog webhookId={id} opened={dialog === 'recover'} onClose={close} />
      <ConfirmDialog
        opened={dialog === 'delete'}
        onClose={close}
        title="Delete this webhook?"
        action="Delete"
        onConfirm={remove}
      >
        {url} gets nothing any more, and the log of its deliveries is gone.
      </ConfirmDialog>
      <WebhookSecret
        title="The secret is rotated"
        secrets={secrets}
        onClose={() => setSecrets(null)}
        note="The old one is valid for 24 hours more."
      />
    </Group>
  );
}

function TestButton({ webhookId }: { webhookId: string }) {
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

function useWebhookActions(id: string, onSecrets: (secrets: Secrets) => void) {
  const api = usePublicApi();
  const client = useQueryClient();
  const navigate = useNavigate();
  const { queryKey } = webhookQuery(api, id);
  const { save, saveFrom } = useSave<Webhook, WebhookChange>({
    queryKey,
    noun: 'webhook',
    send: (body, header) =>
      api.PATCH('/v1/webhooks/{webhook_id}', { params: { path: { webhook_id: id }, header }, body }),
  });
  const { keyFor, done } = useIdempotencyKey();
  const rotate = useMutation({
    mutationFn: () =>
      unwrap(
        api.POST('/v1/webhooks/{webhook_id}/secret/rotate', {
          params: { path: { webhook_id: id }, header: { 'Idempotency-Key': keyFor('rotate') } },
          body: {},
        }),
      ),
    onSuccess: async ({ data }) => {
      done();
      onSecrets(data);
      await client.invalidateQueries({ queryKey, exact: true });
    },
  });
  const remove = async () => {
    await unwrap(api.DELETE('/v1/webhooks/{webhook_id}', { params: { path: { webhook_id: id } } }));
    notifyDone('The webhook is deleted.');
    await navigate({ to: '/webhooks' });
    client.removeQueries({ queryKey });
    await client.invalidateQueries({ queryKey: [api.mode, 'webhooks', 'list'] });
  };
  return { save, saveFrom, rotate: () => rotate.mutateAsync(), remove };
}
