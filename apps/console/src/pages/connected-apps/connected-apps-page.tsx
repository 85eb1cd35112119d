import type { ConnectedApp } from '@parley/contracts/console';
import { Group, List, Text } from '@mantine/core';
import { useState } from 'react';
import { callConsole } from '../../api/console.ts';
import { notifyDone } from '../../app/notifications.ts';
import { refreshConsole, useConsole } from '../../app/use-console.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { DataTable, type Column } from '../../components/data-table.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { actionsColumn, RowButton } from '../../components/row-actions.tsx';
import { summarizeScopes } from '../../components/scopes.ts';
import { StatusBadge } from '../../components/status-badge.tsx';
import { TimeAgo } from '../../components/time-ago.tsx';

export default function ConnectedAppsPage() {
  const apps = useConsole('grant.list', {});
  const [leaving, setLeaving] = useState<ConnectedApp | null>(null);
  return (
    <>
      <PageHeader
        title="Connected apps"
        description="Apps to which you gave access to your account. Each acts as you until you disconnect it."
      />
      <DataTable
        label="Connected apps"
        columns={columnsOf(setLeaving)}
        query={apps}
        rowKey={({ app_id: id }) => id}
        empty={
          <EmptyState icon="link" title="No app has access to your account">
            An app asks you before it may act for you, and names what it wants to do. The apps that you
            approve are listed here.
          </EmptyState>
        }
      />
      <ConfirmDialog
        opened={leaving !== null}
        onClose={() => setLeaving(null)}
        title={`Disconnect ${leaving?.name ?? ''}?`}
        action="Disconnect"
        onConfirm={async () => {
          if (leaving === null) return;
          await callConsole('grant.revoke', { params: { app_id: leaving.app_id } });
          notifyDone(`${leaving.name} has no access to your account any more.`);
          await refreshConsole('grant.list');
        }}
      >
        <Text>Its access ends at once. To connect it again, approve it once more from the app.</Text>
        {leaving !== null && <WebhookNotice app={leaving} />}
      </ConfirmDialog>
    </>
  );
}

function WebhookNotice({ app: { webhooks } }: { app: ConnectedApp }) {
  if (webhooks === null) return <Text mt="sm">The webhooks that it created are disabled.</Text>;
  if (webhooks.length === 0) return null;
  return (
    <>
      <Text mt="sm">These webhooks, which it created, are disabled:</Text>
      <List size="sm" mt={4}>
        {webhooks.map(({ id, host }) => (
          <List.Item key={id}>
            {host}{' '}
            <Text span c="dimmed" size="sm">
              {id}
            </Text>
          </List.Item>
        ))}
      </List>
    </>
  );
}

function columnsOf(onDisconnect: (app: ConnectedApp) => void): Column<ConnectedApp>[] {
  return [
    {
      title: 'App',
      untitled: true,
      render: ({ name, mode }) => (
        <Group gap="xs">
          <Text fw={600} size="sm">
            {name}
          </Text>
          {mode === 'test' && <StatusBadge tone="warning">Test</StatusBadge>}
        </Group>
      ),
    },
    {
      title: 'May',
      render: ({ scopes }) => <span title={scopes.join(', ')}>{summarizeScopes(scopes)}</span>,
    },
    { title: 'Connected', render: (app) => <TimeAgo at={app.connected_at} /> },
    { title: 'Last active', render: (app) => <TimeAgo at={app.last_used_at} /> },
    actionsColumn((app) => (
      <RowButton label={`Disconnect ${app.name}`} onClick={() => onDisconnect(app)}>
        Disconnect
      </RowButton>
    )),
  ];
}
