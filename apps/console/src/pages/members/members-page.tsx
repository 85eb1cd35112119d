import { ActionIcon, Avatar, Button, Group, Menu, Text } from '@mantine/core';
import { useState } from 'react';
import { usePublicApi, useSession } from '../../app/session.tsx';
import { useList } from '../../app/use-list.ts';
import { CopyOnce } from '../../components/copy-once.tsx';
import { DataTable, type Column } from '../../components/data-table.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { Icon } from '../../components/icon.tsx';
import { LoadMore } from '../../components/load-more.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { TimeAgo } from '../../components/time-ago.tsx';
import { Invitations } from './invitations.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import type { Member, MemberLink } from './member.ts';
import { MemberDialogs, type MemberChoice } from './member-dialogs.tsx';

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
        actions={
          isAdmin && (
            <Button leftSection={<Icon name="plus" size={16} />} onClick={() => setInviting(true)}>
              Invite
            </Button>
          )
        }
      />
      {isAdmin && <Invitations />}
      <DataTable
        label="Members"
        columns={columnsOf(user.id, isAdmin ? setChoice : null)}
        rows={members.rows}
        rowKey={({ id }) => id}
        error={members.query.error}
        onRetry={() => void members.query.refetch()}
        empty={<EmptyState icon="members" title="No members" />}
      />
      <LoadMore query={members.query} />
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

function columnsOf(ownId: string, onChoice: ((choice: MemberChoice) => void) | null): Column<Member>[] {
  const columns: Column<Member>[] = [
    {
      key: 'name',
      title: 'Member',
      untitled: true,
      render: ({ id, name, email }) => (
        <Group gap="sm" wrap="nowrap">
          <Avatar name={name} src={null} size={34} radius="xl" color="indigo" aria-hidden="true" />
          <div>
            <Text fw={600} size="sm">
              {name}
              {id === ownId && (
                <Text span c="dimmed" size="sm">
                  {' '}
                  (you)
                </Text>
              )}
            </Text>
            <Text size="sm" c="dimmed">
              {email}
            </Text>
          </div>
        </Group>
      ),
    },
    { key: 'role', title: 'Role', render: ({ role }) => <span className="capitalized">{role}</span> },
    {
      key: 'status',
      title: 'Status',
      render: ({ status }) => (
        <StatusBadge tone={status === 'active' ? 'success' : 'neutral'}>
          {status === 'active' ? 'Active' : 'Inactive'}
        </StatusBadge>
      ),
    },
    { key: 'since', title: 'Since', render: (member) => <TimeAgo at={member.created_at} /> },
  ];
  if (onChoice === null) return columns;
  return [
    ...columns,
    {
      key: 'actions',
      title: 'Actions',
      align: 'right',
      untitled: true,
      render: (member) => <MemberMenu member={member} onChoice={onChoice} />,
    },
  ];
}

interface MemberMenuProps {
  member: Member;
  onChoice: (choice: MemberChoice) => void;
}

function MemberMenu({ member, onChoice }: MemberMenuProps) {
  const { user } = useSession();
  const isActive = member.status === 'active';
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="default" aria-label={`Actions for ${member.name}`}>
          <Icon name="more" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<Icon name="edit" />} onClick={() => onChoice({ kind: 'role', member })}>
          Change role
        </Menu.Item>
        {isActive && member.id !== user.id && (
          <Menu.Item leftSection={<Icon name="key" />} onClick={() => onChoice({ kind: 'reset', member })}>
            Reset password
          </Menu.Item>
        )}
        <Menu.Item
          leftSection={<Icon name={isActive ? 'lock' : 'check'} />}
          onClick={() => onChoice({ kind: isActive ? 'deactivate' : 'activate', member })}
        >
          {isActive ? 'Deactivate' : 'Activate'}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
