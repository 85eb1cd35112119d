import { defineList, equals } from '@parley/lists';
import { workspaceStatement } from '@parley/persistence';
import type { UserRow } from './user.entity.ts';

/** The columns of a user that are read; the hash of the password stays in the database. */
export type UserProfileRow = Omit<UserRow, 'email_key' | 'password_hash'>;

const COLUMNS = 'id, workspace_id, version, email, name, role, status, avatar_url, created_at, updated_at';

export const findUser = workspaceStatement<UserProfileRow>(
  'user.find',
  `select ${COLUMNS} from member where workspace_id = $1 and id = $2`,
);

export const findUserForUpdate = workspaceStatement<UserProfileRow>(
  'user.find_for_update',
  `${findUser.text} for update`,
);

/** In a fixed order, so that concurrent requests that change admins cannot deadlock. */
export const lockActiveAdmins = workspaceStatement<{ id: string }>(
  'user.lock_active_admins',
  `select id from member where workspace_id = $1 and role = 'admin' and status = 'active' order by id for update`,
);

export const listActiveUsers = workspaceStatement<{ id: string; name: string }>(
  'user.list_active',
  `select id, name from member where workspace_id = $1 and status = 'active' order by id limit 1000`,
);

export const userList = defineList<UserProfileRow>({
  name: 'user.list',
  // Named columns, so that the hash of the password stays in the database.
  select: `select ${COLUMNS}, name_order, email_order, total_matches from member`,
  table: 'member',
  shared: true,
  sorts: { created_at: 'created_at', updated_at: 'updated_at', name: 'name_order', email: 'email_order' },
  filters: { role: equals('role'), status: equals('status') },
});
