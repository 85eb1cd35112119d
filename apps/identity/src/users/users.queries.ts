import { encodeId, type Role, type User } from '@parley/contracts';
import { versioned } from '@parley/kernel';
import { defineList, equals, systemStatement, workspaceStatement } from '@parley/persistence';

export interface UserRow {
  id: string;
  workspace_id: string;
  version: number;
  email: string;
  name: string;
  role: Role;
  status: 'active' | 'inactive';
  avatar_url: string | null;
  created_at: Date;
  updated_at: Date;
}

const COLUMNS = 'id, workspace_id, version, email, name, role, status, avatar_url, created_at, updated_at';

export const insertUser = workspaceStatement<UserRow>(
  'user.insert',
  `insert into member (workspace_id, id, email, email_key, name, role, status, password_hash, created_at, updated_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9) on conflict (workspace_id, email_key) do nothing
   returning ${COLUMNS}`,
);

export const findUser = workspaceStatement<UserRow>(
  'user.find',
  `select ${COLUMNS} from member where workspace_id = $1 and id = $2`,
);

export const findUserForUpdate = workspaceStatement<UserRow>(
  'user.find_for_update',
  `${findUser.text} for update`,
);

/** In one order, so that two requests that change admins wait for each other and never in a circle. */
export const lockActiveAdmins = workspaceStatement<{ id: string }>(
  'user.lock_active_admins',
  `select id from member where workspace_id = $1 and role = 'admin' and status = 'active' order by id for update`,
);

export const listActiveUsers = workspaceStatement<{ id: string; name: string }>(
  'user.list_active',
  `select id, name from member where workspace_id = $1 and status = 'active' order by id limit 1000`,
);

export const findWorkspaceOfUser = systemStatement<{ workspace_id: string }>(
  'user.workspace',
  'the operator names a user by id alone',
  'select workspace_id from member where id = $1',
);

export const changeUser = workspaceStatement<UserRow>(
  'user.change',
  `update member set name = $3, role = $4, status = $5, avatar_url = $6, version = version + 1, updated_at = $7
    where workspace_id = $1 and id = $2 returning ${COLUMNS}`,
);

export const userList = defineList<UserRow>({
  name: 'user.list',
  // By name: whatever else a member has, such as the hash of a password, stays in the database.
  select: `select ${COLUMNS}, name_order, email_order, total_matches from member`,
  table: 'member',
  shared: true,
  sorts: { created_at: 'created_at', updated_at: 'updated_at', name: 'name_order', email: 'email_order' },
  filters: { role: equals('role'), status: equals('status') },
});

/** A user as the API shows it. */
export function toUser(row: UserRow): User {
  return versioned(row.version, {
    id: encodeId('user', row.id),
    email: row.email,
    name: row.name,
    role: row.role,
    status: row.status,
    avatar_url: row.avatar_url,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  });
}
