import type { Role } from '@parley/contracts';
import { TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { callConsole } from '../../api/console.ts';
import { fieldErrors } from '../../api/errors.ts';
import { refreshConsole } from '../../app/use-console.ts';
import { FormDialog } from '../../components/form-dialog.tsx';
import { RoleChoice } from './member-dialogs.tsx';
import type { MemberLink } from './member.ts';

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
        note: 'Pass it on yourself: no mail is sent. It works once, within seven days; the person chooses a name and a password there.',
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
