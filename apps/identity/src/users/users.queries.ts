import { NOTICE_RECIPIENTS_MAX, type Plan } from '@parley/contracts';
import { anyWord, defineList } from '@parley/lists';
import { Selection, workspaceStatement } from '@parley/persistence';
import { UserRow } from './user.entity.ts';

/** The columns of a user that are read; the hash of the password stays in the database. */
export type UserProfileRow = Omit<UserRow, 'email_key' | 'password_hash'>;

/** A user to change, and whether they have chosen a password. */
export type ChangedUserRow = UserProfileRow & { has_password: boolean };

export const USER_PROFILES: Selection<UserProfileRow> = Selection.of(UserRow).without(
  'email_key',
  'password_hash',
);

export const findUser = workspaceStatement<UserProfileRow>(
  'user.find',
  `${USER_PROFILES.select()} where workspace_id = $1 and id = $2`,
);

export const findUsers = workspaceStatement<UserProfileRow>(
  'user.find_many',
  `${USER_PROFILES.select()} where workspace_id = $1 and id = any($2::uuid[])`,
);

const USERS_TO_CHANGE = USER_PROFILES.with<{ has_password: boolean }>(
  'member.password_hash is not null as has_password',
  '',
);

export const findUserForUpdate = workspaceStatement<ChangedUserRow>(
  'user.find_for_update',
  `${USERS_TO_CHANGE.select()} where workspace_id = $1 and id = $2 for update`,
);

/** The active user with the e-mail address `$2` who may write messages. */
export const findWriterByEmail = workspaceStatement<{ id: string }>(
  'user.find_writer_by_email',
  `select id from member where workspace_id = $1 and email_key = $2 and status = 'active' and role <> 'viewer'`,
);

/** Who was invited and has not chosen a password, also if an admin has deactivated them since. */
export const findInvitedByEmail = workspaceStatement<ChangedUserRow>(
  'user.find_invited',
  `${USERS_TO_CHANGE.select()} where workspace_id = $1 and email_key = $2
     and (status = 'invited' or password_hash is null) for update`,
);

export type LockedUserRow = Pick<UserRow, 'id' | 'email' | 'name' | 'role' | 'status'>;

/** Keeps role and status of users until the transaction ends; in the order of {@link lockUsersToChange}. */
export const lockUsers = workspaceStatement<LockedUserRow>(
  'user.lock',
  `select id, email, name, role, status from member where workspace_id = $1 and id = any($2::uuid[])
    order by id for share`,
);

/** Users and, if `$3`, all active admins; in a fixed order, so that concurrent requests that change users cannot deadlock. */
export const lockUsersToChange = workspaceStatement<LockedUserRow>(
  'user.lock_to_change',
  `select id, email, name, role, status from member
    where workspace_id = $1 and (id = any($2::uuid[]) or ($3 and role = 'admin' and status = 'active'))
    order by id for update`,
);

export const listActiveUsers = workspaceStatement<{ id: string; name: string }>(
  'user.list_active',
  `select id, name from member where workspace_id = $1 and status = 'active' order by id limit 1000`,
);

/** Active users with the ids `$2`; if it is null, the oldest admins. */
export const listNoticeRecipients = workspaceStatement<{ id: string; email: string }>(
  'user.list_notice_recipients',
  `select id, email from member
    where workspace_id = $1 and status = 'active' and (id = any($2::uuid[]) or ($2 is null and role = 'admin'))
    order by id limit ${NOTICE_RECIPIENTS_MAX}`,
);

export const userList = defineList<UserProfileRow>({
  name: 'user.list',
  rows: USER_PROFILES,
  shared: true,
  sorts: { created_at: 'created_at', updated_at: 'updated_at', name: 'name_order', email: 'email_order' },
  filters: { role: anyWord('role'), status: anyWord('status') },
});

/** The workspace and the credential of a request; `$2` is the uuid of the credential, or of the session that has it. */
export const findCurrent = workspaceStatement<{
  workspace_name: string;
  plan: Plan;
  name: string;
  app_id: string | null;
  app_name: string | null;
}>(
  'me.current',
  `select w.name as workspace_name, w.plan, t.name, g.app_id, a.name as app_name
     from token t
     join workspace w on w.id = t.workspace_id
     left join oauth_grant g on g.workspace_id = t.workspace_id and g.id = t.grant_id
     left join oauth_app a on a.workspace_id = g.workspace_id and a.id = g.app_id
    where t.workspace_id = $1 and (t.credential_id = $2 or t.session_id = $2) limit 1`,
);
