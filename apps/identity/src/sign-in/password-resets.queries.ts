import { systemStatement, workspaceStatement } from '@parley/persistence';
import { ACCOUNTS_MAX } from './sessions.queries.ts';

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

/** The accounts of a link: one, or those of an address in several workspaces if it was mailed. */
export const findPasswordReset = systemStatement<OpenedResetRow>(
  'password_reset.find',
  'the workspace is not known before the link is found',
  `select r.workspace_id, r.user_id, m.email, m.status, w.name as workspace_name
     from (select workspace_id, user_id from password_reset where token_hash = $1 and expires_at > $2
           union all
           select workspace_id, user_id from mailed_password_reset where token_hash = $1 and expires_at > $2) r
     join member m on m.workspace_id = r.workspace_id and m.id = r.user_id
     join workspace w on w.id = r.workspace_id
    where m.status <> 'inactive' and w.deleted_at is null
    order by m.id`,
);

/** Its row goes with its use, so that only one of two requests gets it. */
export const takePasswordReset = workspaceStatement<{ user_id: string }>(
  'password_reset.take',
  `with mailed as (
     delete from mailed_password_reset
      where workspace_id = $1 and token_hash = $2 and user_id = $3 and expires_at > $4 returning user_id
   ), made as (
     delete from password_reset
      where workspace_id = $1 and token_hash = $2 and user_id = $3 and expires_at > $4 returning user_id
   )
   select user_id from mailed union all select user_id from made`,
);

/** All links of a user, by whomever they were made. */
export const deletePasswordResetOf = workspaceStatement<never>(
  'password_reset.delete_of_user',
  `with mailed as (delete from mailed_password_reset where workspace_id = $1 and user_id = $2)
   delete from password_reset where workspace_id = $1 and user_id = $2`,
);

/** The active accounts of the address `$1` that a sign-in considers, the oldest first; of one workspace if `$2` is not null. */
export const findForgotten = systemStatement<{ workspace_id: string; user_id: string; email: string }>(
  'password_reset.find_forgotten',
  'a user need not enter the workspace',
  `select m.workspace_id, m.id as user_id, m.email
     from member m join workspace w on w.id = m.workspace_id
    where m.email_key = $1 and m.status = 'active' and w.deleted_at is null
      and ($2::uuid is null or m.workspace_id = $2::uuid)
    order by m.id limit ${ACCOUNTS_MAX}`,
);

/** No row if a repeat finds it made. */
export const insertMailedReset = workspaceStatement<{ user_id: string }>(
  'mailed_password_reset.insert',
  `insert into mailed_password_reset (workspace_id, token_hash, user_id, created_at, expires_at)
   values ($1, $2, $3, $4, $5) on conflict (token_hash, workspace_id) do nothing returning user_id`,
);

export const deletePasswordResetsBy = workspaceStatement<never>(
  'password_reset.delete_of_creator',
  'delete from password_reset where workspace_id = $1 and created_by = $2',
);
