import type { Invitation } from '@parley/contracts/console';
import { Box, Text } from '@mantine/core';
import { useState } from 'react';
import { callConsole } from '../../api/console.ts';
import { notifyDone } from '../../app/notifications.ts';
import { refreshConsole, useConsole } from '../../app/use-console.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { DataTable } from '../../components/data-table.tsx';
import { Panel } from '../../components/panel.tsx';
import { actionsColumn, RowButton, RowName } from '../../components/row-actions.tsx';
import { TimeAgo } from '../../components/time-ago.tsx';

export function Invitations() {
  const invitations = useConsole('invitation.list', {});
  const [revoking, setRevoking] = useState<Invitation | null>(null);
  if ((invitations.data?.data.length ?? 0) === 0 && invitations.error === null) return null;
  return (
    <Box mb="1.25rem">
      <Panel title="Open invitations">
        <DataTable
          label="Open invitations"
          query={invitations}
          empty={<Text size="sm">None.</Text>}
          columns={[
            {
              title: 'E-mail address',
              untitled: true,
              render: ({ email }) => <RowName>{email}</RowName>,
            },
            { title: 'Role', render: ({ role }) => <span className="capitalized">{role}</span> },
            { title: 'Invited by', render: (row) => row.invited_by.name },
            { title: 'Link ends', render: (row) => <TimeAgo at={row.expires_at} /> },
            actionsColumn<Invitation>((row) => (
              <RowButton label={`Revoke the invitation of ${row.email}`} onClick={() => setRevoking(row)}>
                Revoke
              </RowButton>
            )),
          ]}
        />
      </Panel>
      <ConfirmDialog
        opened={revoking !== null}
        onClose={() => setRevoking(null)}
        title={`Revoke the invitation of ${revoking?.email ?? ''}?`}
        action="Revoke"
        onConfirm={async () => {
          if (revoking === null) return;
          await callConsole('invitation.revoke', { params: { invitation_id: revoking.id } });
          notifyDone('The invitation is revoked.');
          await refreshConsole('invitation.list');
        }}
      >
        Its link ends at once. You can invite the address again.
      </ConfirmDialog>
    </Box>
  );
}
