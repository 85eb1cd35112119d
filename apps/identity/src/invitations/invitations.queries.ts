import { systemStatement, workspaceStatement } from '@parley/persistence';
import type { InvitationRow } from './invitation.entity.ts';

export type ListedInvitationRow = Pick<
  InvitationRow,
  'id' | 'email' | 'role' | 'invited_by' | 'created_at' | 'expires_at'
> & { inviter_name: string };

export type OpenedInvitationRow = Pick<InvitationRow, 'workspace_id' | 'id' | 'email' | 'role'> & {
  workspace_name: string;
  inviter_name: string;
};

export const INVITATIONS_MAX = 500;

/** Those that have not expired at `$2`. */
export const listOpenInvitations = workspaceStatement<ListedInvitationRow>(
  'invitation.list',
  `select i.id, i.email, i.role, i.invited_by, i.created_at, i.expires_at, m.name as inviter_name
     from invitation i join member m on m.workspace_id = i.workspace_id and m.id = i.invited_by
    where i.workspace_id = $1 and i.expires_at > $2
    order by i.created_at desc, i.id desc limit ${INVITATIONS_MAX}`,
);

export const countOpenInvitations = workspaceStatement<{ count: number }>(
  'invitation.count',
  'select count(*)::int as count from invitation where workspace_id = $1 and expires_at > $2',
);

export const findInvitation = systemStatement<OpenedInvitationRow>(
  'invitation.find',
  'the workspace is not known before the invitation is found',
  `select i.workspace_id, i.id, i.email, i.role, w.name as workspace_name, m.name as inviter_name
     from invitation i
     join workspace w on w.id = i.workspace_id
     join member m on m.workspace_id = i.workspace_id and m.id = i.invited_by
    where i.token_hash = $1 and i.expires_at > $2 and w.deleted_at is null`,
);

/** Its row goes with its use, so that only one of two requests gets it. */
export const takeInvitation = workspaceStatement<Pick<InvitationRow, 'id' | 'email' | 'role'>>(
  'invitation.take',
  `delete from invitation where workspace_id = $1 and token_hash = $2 and expires_at > $3
   returning id, email, role`,
);

type Ended = Pick<InvitationRow, 'id' | 'email'>;

export const deleteInvitation = workspaceStatement<Ended>(
  'invitation.delete',
  'delete from invitation where workspace_id = $1 and id = $2 and expires_at > $3 returning id, email',
);

export const deleteInvitationOfEmail = workspaceStatement<Ended & { is_open: boolean }>(
  'invitation.delete_of_email',
  `delete from invitation where workspace_id = $1 and email_key = $2
   returning id, email, expires_at > $3 as is_open`,
);

export const deleteInvitationsOfInviter = workspaceStatement<Ended>(
  'invitation.delete_of_inviter',
  'delete from invitation where workspace_id = $1 and invited_by = $2 returning id, email',
);
