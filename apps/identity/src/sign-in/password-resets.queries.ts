import { systemStatement, workspaceStatement } from '@parley/persistence';

export interface OpenedResetRow {
  workspace_id: string;
  user_id: string;
  email: string;
  status: 'invited' | 'active';
  workspace_name: string;
}

/** Replaces an earlier link of the user. */
export const putPasswordReset = workspaceStatement<never>(
  'password_reset.put',
  `insert into password_reset (workspace_id, user_id, token_hash, created_by, credential_id, created_at, expires_at)
   values ($1, $2, $3, $4, $5, $6, $7)
   on conflict (workspace_id, user_id) do update set token_hash = excluded.token_hash,
     created_by = excluded.created_by, credential_id = excluded.credential_id, created_at = excluded.created_at,
     expires_at = excluded.expires_at`,
);

export const findPasswordReset = systemStatement<OpenedResetRow>(
  'password_reset.find',
  'the workspace is not known before the link is found',
  `select r.workspace_id, r.user_id, m.email, m.status, w.name as workspace_name
     from password_reset r
     join member m on m.workspace_id = r.workspace_id and m.id = r.user_id
     join workspace w on w.id = r.workspace_id
    where r.token_hash = $1 and r.expires_at > $2 and m.status <> 'inactive' and w.deleted_at is null`,
);

/** Its row goes with its use, so that only one of two requests gets it. */
export const takePasswordReset = workspaceStatement<{ user_id: string }>(
  'password_reset.take',
  `delete from password_reset where workspace_id = $1 and token_hash = $2 and expires_at > $3 returning user_id`,
);

export const deletePasswordResetOf = workspaceStatement<never>(
  'password_reset.delete_of_user',
  'delete from password_reset where workspace_id = $1 and user_id = $2',
);

export const deletePasswordResetsBy = workspaceStatement<never>(
  'password_reset.delete_of_creator',
  'delete from password_reset where workspace_id = $1 and created_by = $2',
);
