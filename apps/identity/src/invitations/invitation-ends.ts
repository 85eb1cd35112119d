import { encodeId } from '@parley/contracts';
import type { WorkspaceContext } from '@parley/runtime/context';
import type { Transaction } from '@parley/persistence';
import { recordAudit } from '../audit/audit.ts';
import type { InvitationRow } from './invitation.entity.ts';
import { deleteInvitationsOfInviter } from './invitations.queries.ts';

type Tx = Transaction<WorkspaceContext>;

/** Ends the invitations of a user who is no active admin any more: with a link of their own they would still get in. */
export async function endInvitationsOf(tx: Tx, userUuid: string): Promise<void> {
  for (const ended of await tx.query(deleteInvitationsOfInviter, [userUuid]))
    await recordRevoked(tx, ended, 'inviter_is_no_admin');
}

export function recordRevoked(
  tx: Tx,
  { id, email }: Pick<InvitationRow, 'id' | 'email'>,
  reason: 'revoked' | 'replaced' | 'inviter_is_no_admin',
): Promise<void> {
  const details = { invitation_id: encodeId('invitation', id), email, reason };
  return recordAudit(tx, { type: 'invitation.revoked', details });
}
