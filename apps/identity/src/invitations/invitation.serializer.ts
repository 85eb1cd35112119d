import { encodeId } from '@parley/contracts';
import type { Invitation } from '@parley/contracts/console';
import type { ListedInvitationRow } from './invitations.queries.ts';

export function toInvitation(row: ListedInvitationRow): Invitation {
  return {
    id: encodeId('invitation', row.id),
    email: row.email,
    role: row.role,
    invited_by: { id: encodeId('user', row.invited_by), name: row.inviter_name },
    created_at: row.created_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
  };
}
