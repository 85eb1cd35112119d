import { workspaceStatement } from '@parley/persistence';

export const findPassword = workspaceStatement<{ password_hash: string }>(
  'password.find',
  `select password_hash from member where workspace_id = $1 and id = $2 and status = 'active'`,
);

/** Not a change of the user as the API shows it, so neither `version` nor `updated_at` moves. */
export const resetPasswordHash = workspaceStatement<{ email: string }>(
  'password.reset',
  'update member set password_hash = $3 where workspace_id = $1 and id = $2 returning email',
);

/** Returns no row if the password has changed since it was verified. */
export const changePasswordHash = workspaceStatement<{ email: string }>(
  'password.change',
  `update member set password_hash = $4
    where workspace_id = $1 and id = $2 and password_hash = $3 and status = 'active' returning email`,
);

/** Keeps the password from changing before the session of a sign-in with it commits; no row if it has changed. */
export const lockPassword = workspaceStatement<{ id: string }>(
  'password.lock',
  `select id from member where workspace_id = $1 and id = $2 and password_hash = $3 and status = 'active' for share`,
);

export const findIdByEmail = workspaceStatement<{ id: string }>(
  'password.find_user',
  'select id from member where workspace_id = $1 and email_key = $2',
);
