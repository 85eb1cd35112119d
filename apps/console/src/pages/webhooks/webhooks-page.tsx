import { Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { usePublicApi, useSession } from '../../app/session.tsx';
import { DataTable, type Column } from '../../components/data-table.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { CreateButton } from '../../components/row-actions.tsx';
import { TimeAgo } from '../../components/time-ago.tsx';
import { ValueBadge } from '../../desk/value-badge.tsx';
import { curlOf } from '../curl.ts';
import { Creator } from './creator.tsx';
import { summarizeEvents } from './event-groups.ts';
import { NewWebhook } from './webhook-form.tsx';
import { WebhookSecret } from './webhook-secret.tsx';
import { WEBHOOK_STATUSES, webhooksQuery, type Webhook, type WebhookWithSecret } from './webhooks.ts';

const COLUMNS: readonly Column<Webhook>[] = [
  {
    title: 'Endpoint',
    untitled: true,
    render: ({ url, description }) => (
      <>
        {description ?? url}
        {description !== null && (
          <Text size="sm" c="dimmed">
            {url}
          </Text>
        )}
      </>
    ),
  },
  { title: 'Events', render: ({ events }) => summarizeEvents(events) },
  {
    title: 'Status',
    render: ({ status }) => <ValueBadge labels={WEBHOOK_STATUSES} value={status} />,
  },
  {
    title: 'Last delivery',
    render: ({ last_delivery_at: at }) => <TimeAgo at={at} fallback="None yet" />,
  },
  { title: 'Made by', render: ({ created_by: by }) => <Creator by={by} /> },
];

export default function WebhooksPage() {
  const { base_url: baseUrl } = useSession();
  const [isCreating, setCreating] = useState(false);
  const [made, setMade] = useState<WebhookWithSecret | null>(null);
  const navigate = useNavigate();
  const query = useInfiniteQuery(webhooksQuery(usePublicApi()));
  const body = { url: 'https://example.com/webhooks', events: ['ticket.*'] };
  return (
    <>
      <PageHeader
        title="Webhooks"
        description="Your endpoints get the events of the workspace as they happen."
        actions={<CreateButton onClick={() => setCreating(true)}>New webhook</CreateButton>}
      />
      <DataTable
        label="Webhooks"
        columns={COLUMNS}
        query={query}
        linkTo={({ id }) => `/webhooks/${id}`}
        empty={
          <EmptyState
            icon="webhook"
            title="No webhooks yet"
            curl={curlOf(baseUrl, '$PARLEY_KEY', '/v1/webhooks', body)}
          >
            A webhook sends a signed request to your endpoint for each event: no polling, and retries for
            days.
          </EmptyState>
        }
      />
      <NewWebhook opened={isCreating} onClose={() => setCreating(false)} onCreated={setMade} />
      <WebhookSecret
        title="The webhook is created"
        secrets={made}
        onClose={() => {
          const id = made?.id ?? '';
          setMade(null);
          void navigate({ to: `/webhooks/${id}` });
        }}
      />
    </>
  );
}
