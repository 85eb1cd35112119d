import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import type { ConsoleKey } from '@parley/contracts/console';
import { callConsole } from '../../api/console.ts';
import { notifyDone } from '../../app/notifications.ts';
import { useSession } from '../../app/session.tsx';
import { refreshConsole, useConsole } from '../../app/use-console.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { CopyOnce } from '../../components/copy-once.tsx';
import { CodeBlock } from '../../components/code-block.tsx';
import { DataTable, type Column } from '../../components/data-table.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { Icon } from '../../components/icon.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { summarizeScopes } from '../../components/scopes.ts';
import { StatusBadge } from '../../components/status-badge.tsx';
import { TimeAgo } from '../../components/time-ago.tsx';
import { curlOf, firstCurl } from '../curl.ts';
import { CreateKeyDialog, type Created } from './create-key-dialog.tsx';
import { credentialState } from '../credential-state.ts';
import { RotationGuide } from './rotation-guide.tsx';

export default function KeysPage() {
  const { base_url: baseUrl } = useSession();
  const [isCreating, setCreating] = useState(false);
  const [token, setToken] = useState<Created | null>(null);
  const [revoking, setRevoking] = useState<ConsoleKey | null>(null);
  const keys = useConsole('key.list', {});
  const refresh = () => refreshConsole('key.list');
  const create = (
    <Button leftSection={<Icon name="plus" size={16} />} onClick={() => setCreating(true)}>
      Create key
    </Button>
  );
  return (
    <>
      <PageHeader
        title="API keys"
        description="Keys let your servers call the API in the name of the workspace. They stay when the member who made them leaves."
        actions={create}
      />
      <DataTable
        label="API keys"
        columns={columnsOf(setRevoking)}
        rows={keys.data?.data}
        rowKey={({ id }) => id}
        error={keys.error}
        onRetry={() => void keys.refetch()}
        empty={
          <EmptyState
            icon="key"
            title="No keys yet"
            action={create}
            curl={curlOf(baseUrl, '$PARLEY_KEY', '/v1/me')}
          >
            Create one with the scopes that your program needs. A test key works on test data, so you can try
            everything without touching live records.
          </EmptyState>
        }
      />
      {(keys.data?.data.length ?? 0) > 0 && <RotationGuide />}
      <CreateKeyDialog
        opened={isCreating}
        onClose={() => setCreating(false)}
        onCreated={(created) => {
          setCreating(false);
          setToken(created);
          void refresh();
        }}
      />
      <CopyOnce
        secrets={token === null ? null : [{ label: 'API key', value: token.token }]}
        title="Your new key"
        onClose={() => setToken(null)}
      >
        {token !== null && <CodeBlock label="Try it" code={firstCurl(baseUrl, token.token, token.scopes)} />}
      </CopyOnce>
      <RevokeDialog
        revoked={revoking}
        onClose={() => setRevoking(null)}
        onRevoked={() => {
          notifyDone('The key is revoked: requests with it fail from now on.');
          return refresh();
        }}
      />
    </>
  );
}

function columnsOf(onRevoke: (key: ConsoleKey) => void): Column<ConsoleKey>[] {
  return [
    {
      key: 'name',
      title: 'Name',
      untitled: true,
      render: (key) => (
        <>
          <Text fw={600} size="sm">
            {key.name}
          </Text>
          <Text size="sm" c="dimmed" ff="monospace">
            sk_{key.mode}_…{key.last4}
          </Text>
        </>
      ),
    },
    {
      key: 'state',
      title: 'Status',
      render: (key) => {
        const { tone, label } = credentialState(key, Date.now());
        return (
          <Group gap={6}>
            <StatusBadge tone={tone}>{label}</StatusBadge>
            {key.mode === 'test' && <StatusBadge tone="warning">Test</StatusBadge>}
          </Group>
        );
      },
    },
    {
      key: 'scopes',
      title: 'Scopes',
      render: (key) => <span title={key.scopes.join(', ')}>{summarizeScopes(key.scopes)}</span>,
    },
    { key: 'used', title: 'Last used', render: (key) => <TimeAgo at={key.last_used_at} /> },
    {
      key: 'created',
      title: 'Created',
      render: (key) => (
        <>
          <TimeAgo at={key.created_at} />
          <Text size="sm" c="dimmed">
            {key.created_by.name}
          </Text>
        </>
      ),
    },
    {
      key: 'actions',
      title: 'Actions',
      align: 'right',
      untitled: true,
      render: (key) =>
        key.revoked_at === null && (
          <Button
            variant="default"
            size="compact-sm"
            aria-label={`Revoke ${key.name}`}
            onClick={() => onRevoke(key)}
          >
            Revoke
          </Button>
        ),
    },
  ];
}

interface RevokeDialogProps {
  revoked: ConsoleKey | null;
  onClose: () => void;
  onRevoked: () => Promise<void>;
}

function RevokeDialog({ revoked, onClose, onRevoked }: RevokeDialogProps) {
  return (
    <ConfirmDialog
      opened={revoked !== null}
      onClose={onClose}
      title={`Revoke ${revoked?.name ?? ''}?`}
      action="Revoke"
      onConfirm={async () => {
        if (revoked === null) return;
        await callConsole('key.revoke', { params: { key_id: revoked.id } });
        await onRevoked();
      }}
    >
      Requests with this key fail at once with 401, and it cannot be taken back. It was last used{' '}
      <TimeAgo at={revoked?.last_used_at} />. Webhooks that it created stay, since they belong to the
      workspace.
    </ConfirmDialog>
  );
}
