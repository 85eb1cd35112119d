import type { ConsoleApp } from '@parley/contracts/console';
import { Code, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { callConsole } from '../../api/console.ts';
import { notifyDone } from '../../app/notifications.ts';
import { refreshConsole, useConsole } from '../../app/use-console.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { CopyOnce } from '../../components/copy-once.tsx';
import { DataTable, type Column } from '../../components/data-table.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { actionsColumn, CreateButton, RowMenu } from '../../components/row-actions.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { EditApp, NewApp, RotateSecretDialog, type CreatedApp } from './app-dialogs.tsx';

const refresh = () => refreshConsole('app.list');

type Choice = { kind: 'create' } | { kind: 'edit' | 'rotate' | 'delete'; app: ConsoleApp };

export default function OAuthAppsPage() {
  const apps = useConsole('app.list', {});
  const [choice, setChoice] = useState<Choice | null>(null);
  const [created, setCreated] = useState<CreatedApp | null>(null);
  const close = () => setChoice(null);
  const create = <CreateButton onClick={() => setChoice({ kind: 'create' })}>Create app</CreateButton>;
  return (
    <>
      <PageHeader
        title="OAuth apps"
        description="An app acts for members who approve it, each with the rights of their own role."
        actions={create}
      />
      <DataTable
        label="OAuth apps"
        columns={columnsOf(setChoice)}
        query={apps}
        rowKey={({ client_id: id }) => id}
        empty={
          <EmptyState icon="app" title="No apps yet" action={create}>
            Create one if your program should act for several members. It sends them here to sign in and
            approve, and gets a token for each.
          </EmptyState>
        }
      />
      {choice?.kind === 'create' && (
        <NewApp
          onClose={close}
          onCreated={(app) => {
            close();
            setCreated(app);
            void refresh();
          }}
        />
      )}
      {choice?.kind === 'edit' && (
        <EditApp
          app={apps.data?.data.find(({ client_id: id }) => id === choice.app.client_id) ?? choice.app}
          onClose={close}
          onSaved={() => notifyDone('The app is saved.')}
        />
      )}
      {choice?.kind === 'rotate' && (
        <RotateSecretDialog
          app={choice.app}
          onClose={close}
          onRotated={(rotated) => {
            close();
            setCreated(rotated);
          }}
        />
      )}
      <CopyOnce
        secrets={created === null ? null : secretsOf(created)}
        title={created?.client_secret === null ? 'Your new app' : 'The secret of your app'}
        onClose={() => setCreated(null)}
        warning={
          created?.client_secret === null
            ? null
            : 'Only a hash of the client secret is stored; the client ID is always in the list.'
        }
      />
      <ConfirmDialog
        opened={choice?.kind === 'delete'}
        onClose={close}
        title={`Delete ${choice?.kind === 'delete' ? choice.app.name : ''}?`}
        action="Delete app"
        onConfirm={async () => {
          if (choice?.kind !== 'delete') return;
          await callConsole('app.delete', { params: { app_id: choice.app.client_id } });
          notifyDone(`${choice.app.name} is deleted.`);
          await refresh();
        }}
      >
        All of its tokens end at once, for everybody who approved it, and the webhooks that it created are
        disabled. It cannot be taken back.
      </ConfirmDialog>
    </>
  );
}

function secretsOf({ client_id: id, client_secret: secret }: CreatedApp) {
  const fields = [{ label: 'Client ID', value: id as string }];
  if (secret !== null) fields.push({ label: 'Client secret', value: secret });
  return fields;
}

function columnsOf(onChoice: (choice: Choice) => void): Column<ConsoleApp>[] {
  return [
    {
      title: 'App',
      untitled: true,
      render: (app) => (
        <>
          <Group gap="xs">
            <Text fw={600} size="sm">
              {app.name}
            </Text>
            {app.mode === 'test' && <StatusBadge tone="warning">Test</StatusBadge>}
            {app.client_type === 'public' && <StatusBadge>Public, PKCE</StatusBadge>}
          </Group>
          <Code>{app.client_id}</Code>
        </>
      ),
    },
    {
      title: 'Redirects to',
      render: ({ redirect_uris: uris }) => uris.map((uri) => <div key={uri}>{uri}</div>),
    },
    { title: 'Scopes', render: ({ scopes }) => scopes.join(', ') },
    {
      title: 'Approved by',
      render: ({ active_grants: count }) => (count === 1 ? '1 member' : `${count} members`),
    },
    actionsColumn((app) => {
      const choose = (kind: 'edit' | 'rotate' | 'delete') => () => onChoice({ kind, app });
      return (
        <RowMenu
          name={app.name}
          items={[
            { icon: 'edit', label: 'Edit', onClick: choose('edit') },
            ...(app.client_type === 'confidential'
              ? [{ icon: 'refresh', label: 'Rotate secret', onClick: choose('rotate') } as const]
              : []),
            { icon: 'delete', label: 'Delete', onClick: choose('delete') },
          ]}
        />
      );
    }),
  ];
}
