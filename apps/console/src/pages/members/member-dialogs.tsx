import type { Role } from '@parley/contracts';
import { Radio, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { callConsole, idFrom } from '../../api/console.ts';
import { fieldErrors } from '../../api/errors.ts';
import { unwrap, type Schemas } from '../../api/public.ts';
import { notifyDone } from '../../app/notifications.ts';
import { refreshSession, useLiveApi, useSession } from '../../app/session.tsx';
import { refreshConsole } from '../../app/use-console.ts';
import { refreshList } from '../../app/use-list.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';

export type Member = Schemas['User'];

export interface MemberLink {
  title: string;
  url: string;
  note: string;
}

const ROLE_LABELS: Readonly<Record<Role, string>> = {
  admin: 'Admin: manages the workspace',
  agent: 'Agent: works on tickets and conversations',
  viewer: 'Viewer: reads only',
};

export interface MemberChoice {
  kind: 'role' | 'reset' | 'invite' | 'deactivate' | 'activate';
  member: Member;
}

interface MemberDialogsProps {
  choice: MemberChoice | null;
  onClose: () => void;
  onLink: (link: MemberLink) => void;
}

export function MemberDialogs({ choice, onClose, onLink }: MemberDialogsProps) {
  const api = useLiveApi();
  if (choice === null) return null;
  const { kind, member } = choice;
  const setStatus = async (status: 'active' | 'inactive') => {
    const params = { path: { user_id: member.id } };
    await unwrap(api.PATCH('/v1/users/{user_id}', { params, body: { status } }));
    notifyDone(status === 'active' ? `${member.name} can sign in again.` : `${member.name} is deactivated.`);
    await refreshList('members');
  };
  const makeLink = async (title: string, time: string) => {
    const params = { user_id: idFrom('user', member.id) };
    const { data } = await callConsole('password_reset.create', { params });
    onLink({
      title,
      url: data.url,
      note: `Pass it on yourself: no mail is sent. It works once, within ${time}.`,
    });
  };
  switch (kind) {
    case 'role':
      return <RoleDialog member={member} onClose={onClose} />;
    case 'deactivate':
      return (
        <ConfirmDialog
          opened
          onClose={onClose}
          title={`Deactivate ${member.name}?`}
          action="Deactivate"
          onConfirm={() => setStatus('inactive')}
        >
          They are signed out at once, and their personal access tokens and connected apps end for good. Their
          tickets and messages stay, and so do the API keys that they made: those belong to the workspace.
        </ConfirmDialog>
      );
    case 'activate':
      return (
        <ConfirmDialog
          opened
          onClose={onClose}
          title={`Activate ${member.name}?`}
          action="Activate"
          isDangerous={false}
          onConfirm={() => setStatus('active')}
        >
          They can sign in again with their password. Tokens that ended do not come back.
        </ConfirmDialog>
      );
    case 'invite':
      return (
        <ConfirmDialog
          opened
          onClose={onClose}
          title={`Create another invitation link for ${member.name}?`}
          action="Create link"
          isDangerous={false}
          onConfirm={() => makeLink(`Invitation link for ${member.name}`, '7 days')}
        >
          The link before ends.
        </ConfirmDialog>
      );
    case 'reset':
      return (
        <ConfirmDialog
          opened
          onClose={onClose}
          title={`Create a link to reset the password of ${member.name}?`}
          action="Create link"
          isDangerous={false}
          onConfirm={() => makeLink(`Password link for ${member.name}`, '24 hours')}
        >
          Their present password works until they use the link; then all their sessions end.
        </ConfirmDialog>
      );
  }
}

function RoleDialog({ member, onClose }: { member: Member; onClose: () => void }) {
  const { user } = useSession();
  const api = useLiveApi();
  const [role, setRole] = useState(member.role as Role);
  const save = useMutation({
    mutationFn: () =>
      unwrap(api.PATCH('/v1/users/{user_id}', { params: { path: { user_id: member.id } }, body: { role } })),
    onSuccess: async () => {
      notifyDone(`${member.name} is ${role === 'viewer' ? 'a' : 'an'} ${role} now.`);
      onClose();
      await refreshList('members');
      if (member.id === user.id) await refreshSession();
    },
  });
  return (
    <FormDialog onClose={onClose} title={`Role of ${member.name}`} action="Save" submission={save}>
      <RoleChoice value={role} onChange={setRole} />
      <Text size="sm" c="dimmed">
        It applies from their next request on, also to their tokens and connected apps.
      </Text>
    </FormDialog>
  );
}

function RoleChoice({ value, onChange }: { value: Role; onChange: (role: Role) => void }) {
  return (
    <Radio.Group label="Role" value={value} onChange={onChange}>
      <Stack gap="xs" mt={6}>
        {Object.entries(ROLE_LABELS).map(([role, label]) => (
          <Radio key={role} value={role} label={label} />
        ))}
      </Stack>
    </Radio.Group>
  );
}

interface InviteDialogProps {
  onClose: () => void;
  onInvited: (link: MemberLink) => void;
}

export function InviteDialog({ onClose, onInvited }: InviteDialogProps) {
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<Role>('agent');
  const invite = useMutation({
    mutationFn: () => callConsole('invitation.create', { body: { email: email.trim(), role } }),
    onSuccess: ({ data }) => {
      void refreshConsole('invitation.list');
      onInvited({
        title: `Invitation for ${data.email}`,
        url: data.url,
        note: `${data.mailed ? 'A mail with it is on its way; pass it on yourself if none arrives.' : 'Pass it on yourself: no mail is sent.'} It works once, within seven days; the person chooses a name and a password there.`,
      });
    },
  });
  return (
    <FormDialog
      onClose={onClose}
      title="Invite a member"
      action="Create link"
      submission={invite}
      fields={['email']}
    >
      <TextInput
        label="E-mail address"
        description="They sign in with it"
        type="email"
        autoComplete="off"
        value={email}
        error={fieldErrors(invite.error)['email']}
        onChange={(event) => setEmail(event.currentTarget.value)}
        data-autofocus
      />
      <RoleChoice value={role} onChange={setRole} />
    </FormDialog>
  );
}
