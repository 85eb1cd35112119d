import { Avatar, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { usePublicApi, useSession } from '../../app/session.tsx';
import { useList } from '../../app/use-list.ts';
import { CopyOnce } from '../../components/copy-once.tsx';
import { DataTable, type Column } from '../../components/data-table.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { actionsColumn, CreateButton, RowMenu, RowName } from '../../components/row-actions.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { TimeAgo } from '../../components/time-ago.tsx';
import { Invitations } from './invitations.tsx';
import {
  InviteDialog,
  MemberDialogs,
  type Member,
  type MemberChoice,
  type MemberLink,
} from './member-dialogs.tsx';

export default function MembersPage() {
  const { user } = useSession();
  const api = usePublicApi();
  const isAdmin = user.role === 'admin';
  const [isInviting, setInviting] = useState(false);
  const [choice, setChoice] = useState<MemberChoice | null>(null);
  const [link, setLink] = useState<MemberLink | null>(null);
  const members = useList('members', {}, (page, signal) =>
    api.GET('/v1/users', { params: { query: { page, per_page: 50 } }, signal }),
  );
  return (
    <>
      <PageHeader
        title="Members"
        description="The people of this workspace. A role decides what a member and their tokens may do: viewers read, agents work, admins also manage the workspace."
        actions={isAdmin && <CreateButton onClick={() => setInviting(true)}>Invite</CreateButton>}
      />
      {isAdmin && <Invitations />}
      <DataTable
        label="Members"
        columns={columnsOf(user.id, isAdmin ? setChoice : null)}
        query={members}
        empty={<EmptyState icon="members" title="No members" />}
      />
      {isInviting && (
        <InviteDialog
          onClose={() => setInviting(false)}
          onInvited={(invited) => {
            setInviting(false);
            setLink(invited);
          }}
        />
      )}
      <MemberDialogs choice={choice} onClose={() => setChoice(null)} onLink={setLink} />
      <CopyOnce
        secrets={link === null ? null : [{ label: 'Link', value: link.url }]}
        title={link?.title ?? ''}
        onClose={() => setLink(null)}
        warning="Only a hash of it is stored. If it gets lost, make another one."
      >
        <Text size="sm">{link?.note}</Text>
      </CopyOnce>
    </>
  );
}

const STATUSES = {
  active: { tone: 'success', label: 'Active' },
  invited: { tone: 'warning', label: 'Invited' },
  inactive: { tone: 'neutral', label: 'Inactive' },
} as const;

function columnsOf(ownId: string, onChoice: ((choice: MemberChoice) => void) | null): Column<Member>[] {
  const columns: Column<Member>[] = [
    {
      title: 'Member',
      untitled: true,
      render: ({ id, name, email }) => (
        <Group gap="sm" wrap="nowrap">
          <Avatar name={name} src={null} size={34} radius="xl" color="indigo" aria-hidden="true" />
          <div>
            <RowName detail={email}>
              {name}
              {id === ownId && (
                <Text span c="dimmed" size="sm">
                  {' '}
                  (you)
                </Text>
              )}
            </RowName>
          </div>
        </Group>
      ),
    },
    { title: 'Role', render: ({ role }) => <span className="capitalized">{role}</span> },
    {
      title: 'Status',
      render: ({ status }) => {
        const { tone, label } = STATUSES[status as keyof typeof STATUSES];
        return <StatusBadge tone={tone}>{label}</StatusBadge>;
      },
    },
    { title: 'Since', render: (member) => <TimeAgo at={member.created_at} /> },
  ];
  if (onChoice === null) return columns;
  return [
    ...columns,
    actionsColumn((member) => {
      const { status } = member;
      const choose = (kind: MemberChoice['kind']) => () => onChoice({ kind, member });
      return (
        <RowMenu
          name={member.name}
          items={[
            { icon: 'edit', label: 'Change role', onClick: choose('role') },
            ...(status === 'active' && member.id !== ownId
              ? [{ icon: 'key', label: 'Reset password', onClick: choose('reset') } as const]
              : []),
            ...(status === 'invited'
              ? [{ icon: 'key', label: 'New invitation link', onClick: choose('invite') } as const]
              : []),
            status === 'inactive'
              ? { icon: 'check', label: 'Activate', onClick: choose('activate') }
              : { icon: 'lock', label: 'Deactivate', onClick: choose('deactivate') },
          ]}
        />
      );
    }),
  ];
}
