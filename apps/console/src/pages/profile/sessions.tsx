import type { ListedSession } from '@parley/contracts/console';
import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { callConsole } from '../../api/console.ts';
import { notifyDone } from '../../app/notifications.ts';
import { refreshConsole, useConsole } from '../../app/use-console.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { DataTable, type Column } from '../../components/data-table.tsx';
import { Panel } from '../../components/panel.tsx';
import { actionsColumn, RowButton } from '../../components/row-actions.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { TimeAgo } from '../../components/time-ago.tsx';
import { browserLabel } from './browser-labels.ts';

type Choice = { kind: 'one'; session: ListedSession } | { kind: 'others' };

export function Sessions() {
  const sessions = useConsole('session.list', {});
  const [choice, setChoice] = useState<Choice | null>(null);
  const end = async () => {
    if (choice?.kind === 'one')
      await callConsole('session.revoke', { params: { session_id: choice.session.id } });
    else await callConsole('session.revoke_others', {});
    notifyDone(choice?.kind === 'one' ? 'The session has ended.' : 'All other sessions have ended.');
    await refreshConsole('session.list');
  };
  return (
    <Panel
      title="Sessions"
      description="Browsers in which you are signed in. End those that you do not know, and change your password."
      actions={
        (sessions.data?.data.length ?? 0) > 1 && (
          <Button variant="default" size="xs" onClick={() => setChoice({ kind: 'others' })}>
            End all others
          </Button>
        )
      }
    >
      <DataTable
        label="Sessions"
        columns={columnsOf((session) => setChoice({ kind: 'one', session }))}
        query={sessions}
        empty={<Text c="dimmed">No sessions.</Text>}
      />
      <ConfirmDialog
        opened={choice !== null}
        onClose={() => setChoice(null)}
        title={choice?.kind === 'others' ? 'End all other sessions?' : 'End this session?'}
        action={choice?.kind === 'others' ? 'End all others' : 'End session'}
        onConfirm={end}
      >
        {choice?.kind === 'others'
          ? 'You stay signed in here only.'
          : 'Its browser has to sign in again. Nothing else changes.'}
      </ConfirmDialog>
    </Panel>
  );
}

function columnsOf(onEnd: (session: ListedSession) => void): Column<ListedSession>[] {
  return [
    {
      title: 'Browser',
      untitled: true,
      render: (session) => (
        <Group gap="xs">
          <Text fw={600} size="sm" title={session.browser ?? undefined}>
            {browserLabel(session.browser)}
          </Text>
          {session.is_current && <StatusBadge tone="accent">This one</StatusBadge>}
        </Group>
      ),
    },
    { title: 'Address', render: ({ address }) => address ?? 'unknown' },
    { title: 'Last seen', render: (session) => <TimeAgo at={session.last_seen_at} /> },
    { title: 'Signed in', render: (session) => <TimeAgo at={session.created_at} /> },
    actionsColumn(
      (session) =>
        !session.is_current && (
          <RowButton
            label={`End the session of ${browserLabel(session.browser)}`}
            onClick={() => onEnd(session)}
          >
            End
          </RowButton>
        ),
    ),
  ];
}
