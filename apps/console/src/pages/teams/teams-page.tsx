import { Text } from '@mantine/core';
import { useState } from 'react';
import { unwrap } from '../../api/public.ts';
import { notifyDone } from '../../app/notifications.ts';
import { useLiveApi, useSession } from '../../app/session.tsx';
import { refreshList, useList } from '../../app/use-list.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { DataTable, type Column } from '../../components/data-table.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { actionsColumn, CreateButton, RowMenu } from '../../components/row-actions.tsx';
import { TimeAgo } from '../../components/time-ago.tsx';
import { EditTeam, NewTeam, type Team } from './team-dialog.tsx';

type Choice = { kind: 'create' } | { kind: 'edit' | 'delete'; team: Team };

export default function TeamsPage() {
  const { user } = useSession();
  const isAdmin = user.role === 'admin';
  const api = useLiveApi();
  const [choice, setChoice] = useState<Choice | null>(null);
  const close = () => setChoice(null);
  const teams = useList('teams', {}, (page, signal) =>
    api.GET('/v1/teams', { params: { query: { page, per_page: 50 } }, signal }),
  );
  const create = isAdmin && (
    <CreateButton onClick={() => setChoice({ kind: 'create' })}>Create team</CreateButton>
  );
  return (
    <>
      <PageHeader
        title="Teams"
        description="Groups of members, such as those who answer for one product."
        actions={create}
      />
      <DataTable
        label="Teams"
        columns={columnsOf(isAdmin ? setChoice : null)}
        query={teams}
        linkTo={({ id }) => `/teams/${id}`}
        empty={
          <EmptyState icon="team" title="No teams yet" action={create}>
            Programs read teams and their members at /v1/teams, for example to share work among them.
          </EmptyState>
        }
      />
      {choice?.kind === 'create' && <NewTeam onClose={close} />}
      {choice?.kind === 'edit' && <EditTeam id={choice.team.id} onClose={close} />}
      <ConfirmDialog
        opened={choice?.kind === 'delete'}
        onClose={close}
        title={`Delete ${choice?.kind === 'delete' ? choice.team.name : ''}?`}
        action="Delete team"
        onConfirm={async () => {
          if (choice?.kind !== 'delete') return;
          const path = { team_id: choice.team.id };
          await unwrap(api.DELETE('/v1/teams/{team_id}', { params: { path } }));
          notifyDone(`${choice.team.name} is deleted.`);
          await refreshList('teams');
        }}
      >
        Its members stay in the workspace.
      </ConfirmDialog>
    </>
  );
}

function columnsOf(onChoice: ((choice: Choice) => void) | null): Column<Team>[] {
  const columns: Column<Team>[] = [
    { title: 'Team', untitled: true, render: ({ name }) => name },
    {
      title: 'Description',
      render: ({ description }) => <Text size="sm">{description ?? '–'}</Text>,
    },
    { title: 'Members', render: ({ members_count: count }) => count },
    { title: 'Created', render: (team) => <TimeAgo at={team.created_at} /> },
  ];
  if (onChoice === null) return columns;
  return [
    ...columns,
    actionsColumn((team) => (
      <RowMenu
        name={team.name}
        items={[
          { icon: 'edit', label: 'Edit', onClick: () => onChoice({ kind: 'edit', team }) },
          { icon: 'delete', label: 'Delete', onClick: () => onChoice({ kind: 'delete', team }) },
        ]}
      />
    )),
  ];
}
