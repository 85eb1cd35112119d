import { Button, Group, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { unwrap, type Schemas } from '../../api/public.ts';
import { usePathParameter } from '../../app/location.ts';
import { notifyDone, notifyFailure } from '../../app/notifications.ts';
import { useLiveApi, useSession } from '../../app/session.tsx';
import { refreshList, useList } from '../../app/use-list.ts';
import { DataTable, type Column } from '../../components/data-table.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorState } from '../../components/error-state.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { actionsColumn, RowButton, RowName } from '../../components/row-actions.tsx';
import { TimeAgo } from '../../components/time-ago.tsx';

type TeamMember = Schemas['TeamMember'];
const BACK = { to: '/teams', label: 'Teams' };
/** A list of users has no search: above this, a field would need one of its own. */
const MEMBERS_MAX = 1_000;

export default function TeamPage() {
  const teamId = usePathParameter('teamId');
  const { user } = useSession();
  const isAdmin = user.role === 'admin';
  const api = useLiveApi();
  const path = { team_id: teamId };
  const team = useQuery({
    queryKey: ['list', 'teams', teamId],
    queryFn: ({ signal }) => unwrap(api.GET('/v1/teams/{team_id}', { params: { path }, signal })),
  });
  const members = useList('team-members', { teamId }, (page, signal) =>
    api.GET('/v1/teams/{team_id}/members', {
      params: { path, query: { page, per_page: 50 } },
      signal,
    }),
  );
  const change = async (done: string, work: () => Promise<unknown>) => {
    try {
      await work();
      notifyDone(done);
      await Promise.all([refreshList('team-members'), refreshList('teams')]);
    } catch (error) {
      notifyFailure(error);
    }
  };
  const remove = ({ id, name }: TeamMember) =>
    change(`${name} is no member of the team any more.`, () =>
      unwrap(
        api.DELETE('/v1/teams/{team_id}/members/{user_id}', { params: { path: { ...path, user_id: id } } }),
      ),
    );
  if (team.data === undefined && team.error !== null) {
    return (
      <>
        <PageHeader title="Team" back={BACK} />
        <ErrorState error={team.error} onRetry={() => void team.refetch()} />
      </>
    );
  }
  return (
    <>
      <PageHeader
        title={team.data?.data.name ?? 'Team'}
        description={team.data?.data.description ?? ''}
        back={BACK}
      />
      {isAdmin && (
        <AddMember
          onAdd={(userId) =>
            change('The member is added.', () =>
              unwrap(
                api.POST('/v1/teams/{team_id}/members', { params: { path }, body: { user_id: userId } }),
              ),
            )
          }
        />
      )}
      <DataTable
        label="Members of the team"
        columns={columnsOf(isAdmin ? (member) => void remove(member) : null)}
        query={members}
        empty={
          <EmptyState icon="team" title="Nobody is in this team yet">
            {isAdmin ? 'Choose a member above to add them.' : 'An admin can add members.'}
          </EmptyState>
        }
      />
    </>
  );
}

function AddMember({ onAdd }: { onAdd: (userId: string) => Promise<void> }) {
  const [chosen, setChosen] = useState<string | null>(null);
  const options = useMemberOptions();
  return (
    <Group align="flex-end" mb="md" gap="sm">
      <Select
        label="Add a member"
        placeholder="Name or e-mail address"
        searchable
        clearable
        data={options}
        value={chosen}
        onChange={setChosen}
        nothingFoundMessage="No active member has this name"
        w={320}
        maw="100%"
      />
      <Button
        variant="default"
        disabled={chosen === null}
        onClick={() => {
          if (chosen !== null) void onAdd(chosen).then(() => setChosen(null));
        }}
      >
        Add
      </Button>
    </Group>
  );
}

function useMemberOptions() {
  const api = useLiveApi();
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = useList(
    'members',
    { status: 'active' },
    (page, signal) =>
      api.GET('/v1/users', { params: { query: { page, per_page: 100, status: ['active'] } }, signal }),
  );
  const members = data?.pages.flatMap((page) => page.data) ?? [];
  const isMissing = hasNextPage && !isFetchingNextPage && members.length < MEMBERS_MAX;
  useEffect(() => {
    if (isMissing) void fetchNextPage();
  }, [isMissing, fetchNextPage]);
  return members.map(({ id, name, email }) => ({ value: id, label: `${name} (${email})` }));
}

function columnsOf(onRemove: ((member: TeamMember) => void) | null): Column<TeamMember>[] {
  const columns: Column<TeamMember>[] = [
    {
      title: 'Member',
      untitled: true,
      render: ({ name, email }) => <RowName detail={email}>{name}</RowName>,
    },
    { title: 'Role', render: ({ role }) => <span className="capitalized">{role}</span> },
    { title: 'In the team', render: (member) => <TimeAgo at={member.joined_at} /> },
  ];
  if (onRemove === null) return columns;
  return [
    ...columns,
    actionsColumn((member) => (
      <RowButton label={`Remove ${member.name}`} onClick={() => onRemove(member)}>
        Remove
      </RowButton>
    )),
  ];
}
