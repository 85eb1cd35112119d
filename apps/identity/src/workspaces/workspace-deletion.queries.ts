import { ERASE_BATCH, workspaceStatement } from '@parley/persistence';

export const findNameToConfirm = workspaceStatement<{ name: string }>(
  'workspace.name_to_confirm',
  'select name from workspace where id = $1 for update',
);

/** Ends everything that a credential or a sign-in of the workspace permits. */
export const closeWorkspace = workspaceStatement<never>(
  'workspace.close',
  `with tokens as (update token set revoked_at = $2 where workspace_id = $1 and revoked_at is null),
     members as (update member set status = 'inactive' where workspace_id = $1 and status <> 'inactive'),
     apps as (update oauth_app set deleted_at = $2 where workspace_id = $1 and deleted_at is null),
     codes as (delete from oauth_code where workspace_id = $1),
     sessions as (delete from login_session where workspace_id = $1)
   update workspace set deleted_at = coalesce(deleted_at, $2), updated_at = $2 where id = $1`,
);

/** Tokens that have not expired, in the order of their ids. */
export const findTokensAfter = workspaceStatement<{ id: string; token_hash: Buffer }>(
  'workspace.tokens_after',
  `select id, token_hash from token
    where workspace_id = $1 and id > $2 and (expires_at is null or expires_at > now())
    order by id limit ${ERASE_BATCH}`,
);

export const deleteWorkspaceRow = workspaceStatement<{ erased: 1 }>(
  'workspace.delete',
  'delete from workspace where id = $1 returning 1 as erased',
);
