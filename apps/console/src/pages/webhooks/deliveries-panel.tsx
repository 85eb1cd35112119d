import { Drawer, Group, Text } from '@mantine/core';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { unwrap } from '../../api/public.ts';
import { useQueryValues } from '../../app/location.ts';
import { notifyDone, notifyFailure } from '../../app/notifications.ts';
import { usePublicApi } from '../../app/session.tsx';
import { DataTable, type Column } from '../../components/data-table.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { Panel } from '../../components/panel.tsx';
import { actionsColumn, RowButton, RowOpener } from '../../components/row-actions.tsx';
import { TimeAgo } from '../../components/time-ago.tsx';
import { FilterMenu } from '../../desk/filter-menu.tsx';
import { isFiltered } from '../../desk/filters.ts';
import { DELIVERY_STATUSES, optionsOf } from '../../desk/labels.ts';
import { useIdempotencyKey } from '../../desk/idempotency.ts';
import { ValueBadge } from '../../desk/value-badge.tsx';
import { outcomeOf } from './attempt-labels.ts';
import { DeliveryDetails } from './delivery-details.tsx';
import { EVENT_GROUPS } from './event-groups.ts';
import { deliveriesQuery, isResendable, type Delivery, type Webhook } from './webhooks.ts';

const EVENT_OPTIONS = [...EVENT_GROUPS.flatMap(({ types }) => types), 'webhook.test'].map((type) => ({
  value: type,
  label: type,
}));

export function DeliveriesPanel({ webhook }: { webhook: Webhook }) {
  const api = usePublicApi();
  const [filters, change] = useQueryValues();
  const { status, event } = filters;
  const query = useInfiniteQuery(deliveriesQuery(api, webhook.id, { status, event }));
  const resend = useResend(webhook.id);
  const isEnabled = webhook.status === 'enabled';
  const isChosen = isFiltered(filters, ['status', 'event']);
  return (
    <Panel
      title="Deliveries"
      description="Of the last 30 days"
      actions={
        <Group gap="xs">
          <FilterMenu
            label="Status"
            isSingle
            options={optionsOf(DELIVERY_STATUSES)}
            value={filters['status']}
            onChange={(status) => change({ status })}
          />
          <FilterMenu
            label="Event"
            isSingle
            options={EVENT_OPTIONS}
            value={filters['event']}
            onChange={(event) => change({ event })}
          />
        </Group>
      }
    >
      <DataTable
        label="Deliveries"
        columns={columnsOf((id) => change({ delivery: id }), isEnabled ? resend.mutate : null)}
        query={query}
        empty={
          <EmptyState icon="send" title={isChosen ? 'No delivery matches' : 'Nothing delivered yet'}>
            {isChosen ? 'Remove a filter.' : 'The next event appears here. Send a test to see how it looks.'}
          </EmptyState>
        }
      />
      <Drawer
        opened={filters['delivery'] !== undefined}
        onClose={() => change({ delivery: undefined })}
        title="Delivery"
        position="right"
        size="xl"
      >
        {filters['delivery'] !== undefined && (
          <DeliveryDetails
            webhookId={webhook.id}
            id={filters['delivery']}
            onResend={isEnabled ? resend.mutate : null}
            isSending={resend.isPending}
          />
        )}
      </Drawer>
    </Panel>
  );
}

/** @param onResend `null` while the webhook is disabled: the API refuses it. */
function columnsOf(
  onOpen: (id: string) => void,
  onResend: ((id: string) => void) | null,
): readonly Column<Delivery>[] {
  return [
    {
      title: 'Event',
      untitled: true,
      render: ({ id, event }) => <RowOpener onClick={() => onOpen(id)}>{event}</RowOpener>,
    },
    {
      title: 'Status',
      render: ({ status }) => <ValueBadge labels={DELIVERY_STATUSES} value={status} />,
    },
    {
      title: 'Last attempt',
      render: ({ last_attempt: last, next_attempt_at: next }) => (
        <div>
          {last === null ? 'None yet' : outcomeOf(last)}
          {next !== null && (
            <Text size="sm" c="dimmed">
              Next <TimeAgo at={next} />
            </Text>
          )}
        </div>
      ),
    },
    { title: 'Created', render: ({ created_at: at }) => <TimeAgo at={at} /> },
    actionsColumn(
      ({ id, event, status }) =>
        onResend !== null &&
        isResendable({ event, status }) && (
          <RowButton label={`Send again: ${event}`} onClick={() => onResend(id)}>
            Send again
          </RowButton>
        ),
    ),
  ];
}

function useResend(webhookId: string) {
  const api = usePublicApi();
  const client = useQueryClient();
  const { keyFor, done } = useIdempotencyKey();
  return useMutation({
    mutationFn: (id: string) => {
      const header = { 'Idempotency-Key': keyFor(id) };
      const params = { path: { webhook_id: webhookId, delivery_id: id }, header };
      return unwrap(api.POST('/v1/webhooks/{webhook_id}/deliveries/{delivery_id}/retry', { params }));
    },
    onSuccess: () => {
      done();
      notifyDone('The delivery is sent again.');
    },
    onError: notifyFailure,
    onSettled: () => client.invalidateQueries({ queryKey: [api.mode, 'webhooks', webhookId, 'deliveries'] }),
  });
}
