import { Alert } from '@mantine/core';
import { Icon } from '../../components/icon.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { TimeAgo } from '../../components/time-ago.tsx';
import { Fact, IdFact } from '../../desk/facts.tsx';
import { RecordLayout } from '../../desk/record-layout.tsx';
import { RecordPage } from '../../desk/record-page.tsx';
import type { Tagged } from '../../desk/records.ts';
import { ValueBadge } from '../../desk/value-badge.tsx';
import { Creator } from './creator.tsx';
import { DeliveriesPanel } from './deliveries-panel.tsx';
import { HealthPanel } from './health-panel.tsx';
import { WebhookActions } from './webhook-actions.tsx';
import { DISABLED_REASONS, WEBHOOK_STATUSES, webhookQuery, type Webhook } from './webhooks.ts';

const BACK = { to: '/webhooks', label: 'Webhooks' };

export default function WebhookPage() {
  return (
    <RecordPage noun="webhook" back={BACK} queryOf={webhookQuery}>
      {(tagged) => <WebhookView tagged={tagged} />}
    </RecordPage>
  );
}

function WebhookView({ tagged }: { tagged: Tagged<Webhook> }) {
  const { record: webhook } = tagged;
  const { id, url, description, status, disabled_reason: reason } = webhook;
  return (
    <>
      <PageHeader
        title={description ?? url}
        back={BACK}
        description={<ValueBadge labels={WEBHOOK_STATUSES} value={status} />}
        actions={<WebhookActions tagged={tagged} />}
      />
      {status === 'disabled' && (
        <Alert color="yellow" mb="lg" title="This webhook is disabled" icon={<Icon name="warning" />}>
          {DISABLED_REASONS[reason ?? ''] ?? 'Events are not delivered until it is enabled.'}
        </Alert>
      )}
      <RecordLayout aside={<Facts webhook={webhook} />}>
        <HealthPanel webhookId={id} />
        <DeliveriesPanel webhook={webhook} />
      </RecordLayout>
    </>
  );
}

function Facts({ webhook }: { webhook: Webhook }) {
  const { url, events, rate_limit: limit, secret_last4: last4 } = webhook;
  return (
    <>
      <Fact label="URL">{url}</Fact>
      <Fact label="Events">{events.includes('*') ? 'All events' : events.join(', ')}</Fact>
      <Fact label="Rate limit">{limit === null ? 'No limit' : `${limit} requests per second`}</Fact>
      <Fact label="Secret">{last4 === null ? 'Hidden' : `Ends with ${last4}`}</Fact>
      <Fact label="Made by">
        <Creator by={webhook.created_by} />
      </Fact>
      <Fact label="Created">
        <TimeAgo at={webhook.created_at} />
      </Fact>
      <Fact label="Last delivery">
        <TimeAgo at={webhook.last_delivery_at} fallback="None yet" />
      </Fact>
      <IdFact id={webhook.id} />
    </>
  );
}
