import type { Plan } from '@parley/contracts';
import { systemStatement, workspaceStatement } from '@parley/persistence';
import type { UserRow } from '../users/user.entity.ts';
import type { SessionRow } from './session.entity.ts';

/** A signed-in user and the session, the id of which is in the cookie alone. */
export type SignedInRow = Omit<SessionRow, 'browser' | 'address'> &
  Pick<UserRow, 'email' | 'name' | 'role' | 'avatar_url'> & { workspace_name: string; plan: Plan };

/** Only sessions of active users. */
export const findSession = systemStatement<SignedInRow>(
  'login_session.find',
  'the workspace is not known before the session is found',
  `select s.id_hash, s.id, s.workspace_id, w.name as workspace_name, w.plan, s.user_id, m.email, m.name, m.role, m.avatar_url,
          s.created_at, s.last_seen_at
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

/** The number of sessions that a statement ended, and the hashes of their access tokens, for the token store. */
export interface EndedSessions {
  ended: number;
  hashes: readonly string[];
}

/**
 * Locks ending sessions of a user: that of the uuid `$3`, or all but `$4`, where `null` is any. The issuer of a token holds its
 * session until it commits, and only a statement that begins after that sees the token.
 */
export const lockEndingSessions = workspaceStatement<{ id: string }>(
  'login_session.lock_ending',
  `select id from login_session
    where workspace_id = $1 and user_id = $2 and ($3::uuid is null or id = $3) and ($4::uuid is null or id <> $4)
    order by id for update`,
);

/** Ends the sessions that a condition selects, which are locked, together with their access tokens. */
const end = (condition: string) => `with ended as (
     delete from login_session where ${condition} returning workspace_id, id
   ), revoked as (
     update token t set revoked_at = now() from ended e
      where t.workspace_id = e.workspace_id and t.session_id = e.id and t.revoked_at is null and t.expires_at > now()
     returning encode(t.token_hash, 'hex') as hash
   )
   select (select count(*)::int from ended) as ended, array(select hash from revoked) as hashes`;

export const endSessionOfUser = workspaceStatement<EndedSessions>(
  'login_session.end_of_user',
  end('workspace_id = $1 and user_id = $2 and id = $3'),
);

/** All sessions of a user, except one if `$3` is not null. */
export const endSessionsOfUser = workspaceStatement<EndedSessions>(
  'login_session.end_all_of_user',
  end('workspace_id = $1 and user_id = $2 and ($3::uuid is null or id <> $3)'),
);

/** Held by the issuer of a token: an end of the session comes either before, and there is no row, or after, and revokes it. */
export const lockSession = workspaceStatement<{ id: string }>(
  'login_session.lock',
  'select id from login_session where workspace_id = $1 and id = $2 for share',
);

/** Sessions of a user that have not expired, the last seen first. */
export const listSessions = workspaceStatement<Omit<SessionRow, 'id_hash' | 'workspace_id' | 'user_id'>>(
  'login_session.list',
  `select id, browser, address, created_at, last_seen_at from login_session
    where workspace_id = $1 and user_id = $2 and last_seen_at > $3 and created_at > $4
    order by last_seen_at desc, id limit 500`,
);

/** Active users, who have passwords. */
export type CandidateRow = Pick<UserRow, 'workspace_id'> & { user_id: string; password_hash: string };

export const findInWorkspace = workspaceStatement<CandidateRow>(
  'login.find_in_workspace',
  `select id as user_id, workspace_id, password_hash from member
    where workspace_id = $1 and email_key = $2 and status = 'active'`,
);

/** Accounts of one address that a sign-in without a workspace considers. */
export const ACCOUNTS_MAX = 5;

/** The accounts of an address, the oldest first: no workspace that gives it one more keeps its owner out of those before. */
export const findAnywhere = systemStatement<CandidateRow & { workspace_name: string }>(
  'login.find_anywhere',
  'a user need not enter the workspace',
  `select m.id as user_id, m.workspace_id, m.password_hash, w.name as workspace_name
     from member m join workspace w on w.id = m.workspace_id
    where m.email_key = $1 and m.status = 'active'
    order by m.id limit ${ACCOUNTS_MAX}`,
);
