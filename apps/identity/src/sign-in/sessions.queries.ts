import { systemStatement, workspaceStatement } from '@parley/persistence';
import type { UserRow } from '../users/user.entity.ts';
import type { SessionRow } from './session.entity.ts';

/** A signed-in user and the session, the id of which is in the cookie alone. */
export type SignedInRow = Omit<SessionRow, 'created_at'> &
  Pick<UserRow, 'email' | 'name' | 'role'> & { workspace_name: string };

/** Only sessions of active users. */
export const findSession = systemStatement<SignedInRow>(
  'login_session.find',
  'the workspace is not known before the session is found',
  `select s.id_hash, s.workspace_id, w.name as workspace_name, s.user_id, m.email, m.name, m.role, s.last_seen_at
     from login_session s
     join member m on m.workspace_id = s.workspace_id and m.id = s.user_id
     join workspace w on w.id = s.workspace_id
    where s.id_hash = $1 and m.status = 'active' and s.last_seen_at > $2 and s.created_at > $3`,
);

export const touchSession = systemStatement<never>(
  'login_session.touch',
  'a session is known by the hash of its id alone',
  'update login_session set last_seen_at = $2 where id_hash = $1',
);

export const deleteSession = systemStatement<never>(
  'login_session.delete',
  'a session is known by the hash of its id alone',
  'delete from login_session where id_hash = $1',
);

export const deleteOwnSession = workspaceStatement<never>(
  'login_session.delete_own',
  'delete from login_session where workspace_id = $1 and id_hash = $2',
);

export const deleteSessionsOfUser = workspaceStatement<never>(
  'login_session.delete_of_user',
  'delete from login_session where workspace_id = $1 and user_id = $2',
);

export type CandidateRow = Pick<UserRow, 'workspace_id' | 'password_hash'> & { user_id: string };

export const findInWorkspace = workspaceStatement<CandidateRow>(
  'login.find_in_workspace',
  `select id as user_id, workspace_id, password_hash from member
    where workspace_id = $1 and email_key = $2 and status = 'active'`,
);

/** Accounts of one address that a sign-in without a workspace considers. */
export const ACCOUNTS_MAX = 5;

/** The accounts of an address, in the newest workspaces first. */
export const findAnywhere = systemStatement<CandidateRow & { workspace_name: string }>(
  'login.find_anywhere',
  'a user need not enter the workspace',
  `select m.id as user_id, m.workspace_id, m.password_hash, w.name as workspace_name
     from member m join workspace w on w.id = m.workspace_id
    where m.email_key = $1 and m.status = 'active'
    order by m.workspace_id desc limit ${ACCOUNTS_MAX}`,
);
