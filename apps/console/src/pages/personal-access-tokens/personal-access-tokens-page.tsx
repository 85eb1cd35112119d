import type { ConsolePat } from '@parley/contracts/console';
import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { callConsole } from '../../api/console.ts';
import { notifyDone } from '../../app/notifications.ts';
import { useSession } from '../../app/session.tsx';
import { refreshConsole, useConsole } from '../../app/use-console.ts';
import { CodeBlock } from '../../components/code-block.tsx';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { CopyOnce } from '../../components/copy-once.tsx';
import { DataTable, type Column } from '../../components/data-table.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { Icon } from '../../components/icon.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { summarizeScopes } from '../../components/scopes.ts';
import { StatusBadge } from '../../components/status-badge.tsx';
import { TimeAgo } from '../../components/time-ago.tsx';
import { credentialState } from '../credential-state.ts';
import { curlOf, firstCurl } from '../curl.ts';
import { CreatePatDialog, type Created } from './create-pat-dialog.tsx';

const refresh = () => refreshConsole('pat.list');

export default function PersonalAccessTokensPage() {
  const { base_url: baseUrl } = useSession();
  const [isCreating, setCreating] = useState(false);
  const [token, setToken] = useState<Created | null>(null);
  const [revoking, setRevoking] = useState<ConsolePat | null>(null);
  const pats = useConsole('pat.list', {});
  const create = (
    <Button leftSection={<Icon name="plus" size={16} />} onClick={() => setCreating(true)}>
      Create token
    </Button>
  );
  return (
    <>
      <PageHeader
        title="Personal access tokens"
        description="A token calls the API as you: what it writes bears your name, and it can do no more than your role. It ends when you leave the workspace."
        actions={create}
      />
      <DataTable
        label="Personal access tokens"
        columns={columnsOf(setRevoking)}
        rows={pats.data?.data}
        rowKey={({ id }) => id}
        error={pats.error}
        onRetry={() => void pats.refetch()}
        empty={
          <EmptyState
            icon="token"
            title="No tokens yet"
            action={create}
            curl={curlOf(baseUrl, '$PARLEY_TOKEN', '/v1/me')}
          >
            Make one to try the API or to run scripts of your own. For programs that others rely on, use an
            API key.
          </EmptyState>
        }
      />
      <CreatePatDialog
        opened={isCreating}
        onClose={() => setCreating(false)}
        onCreated={(created) => {
          setCreating(false);
          setToken(created);
          void refresh();
        }}
      />
      <CopyOnce
        secrets={token === null ? null : [{ label: 'Token', value: token.token }]}
        title="Your new token"
        onClose={() => setToken(null)}
      >
        {token !== null && <CodeBlock label="Try it" code={firstCurl(baseUrl, token.token, token.scopes)} />}
      </CopyOnce>
      <ConfirmDialog
        opened={revoking !== null}
        onClose={() => setRevoking(null)}
        title={`Revoke ${revoking?.name ?? ''}?`}
        action="Revoke"
        onConfirm={async () => {
          if (revoking === null) return;
          await callConsole('pat.revoke', { params: { pat_id: revoking.id } });
          notifyDone('The token is revoked: requests with it fail from now on.');
          await refresh();
        }}
      >
        Requests with this token fail at once with 401, and it cannot be taken back. Webhooks that it created
        are disabled.
      </ConfirmDialog>
    </>
  );
}

function columnsOf(onRevoke: (pat: ConsolePat) => void): Column<ConsolePat>[] {
  return [
    {
      key: 'name',
      title: 'Name',
      untitled: true,
      render: (pat) => (
        <>
          <Text fw={600} size="sm">
            {pat.name}
          </Text>
          <Text size="sm" c="dimmed" ff="monospace">
            pat_…{pat.last4}
          </Text>
        </>
      ),
    },
    {
      key: 'state',
      title: 'Status',
      render: (pat) => {
        const { tone, label } = credentialState(pat, Date.now());
        return <StatusBadge tone={tone}>{label}</StatusBadge>;
      },
    },
    {
      key: 'scopes',
      title: 'Scopes',
      render: (pat) => <span title={pat.scopes.join(', ')}>{summarizeScopes(pat.scopes)}</span>,
    },
    { key: 'used', title: 'Last used', render: (pat) => <TimeAgo at={pat.last_used_at} /> },
    { key: 'created', title: 'Created', render: (pat) => <TimeAgo at={pat.created_at} /> },
    {
      key: 'actions',
      title: 'Actions',
      align: 'right',
      untitled: true,
      render: (pat) =>
        pat.revoked_at === null && (
          <Button
            variant="default"
            size="compact-sm"
            aria-label={`Revoke ${pat.name}`}
            onClick={() => onRevoke(pat)}
          >
            Revoke
          </Button>
        ),
    },
  ];
}
