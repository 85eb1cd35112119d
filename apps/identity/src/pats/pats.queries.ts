import type { Scope } from '@parley/contracts';
import { workspaceStatement } from '@parley/persistence';
import type { UserRow } from '../users/user.entity.ts';

export const findUserByEmail = workspaceStatement<Pick<UserRow, 'id' | 'role' | 'status'>>(
  'pat.user',
  'select id, role, status from member where workspace_id = $1 and email_key = $2 for share',
);

export interface PatRow {
  id: string;
  user_id: string;
  email: string;
  name: string;
  scopes: Scope[];
  last4: string;
  created_at: Date;
  last_used_at: Date | null;
  revoked_at: Date | null;
  expires_at: Date | null;
}

export const listPatsOfWorkspace = workspaceStatement<PatRow>(
  'pat.list',
  `select t.id, t.user_id, m.email, t.name, t.scopes, t.last4, t.created_at, t.last_used_at, t.revoked_at, t.expires_at
     from token t join member m on m.workspace_id = t.workspace_id and m.id = t.user_id
    where t.workspace_id = $1 and t.kind = 'personal_access_token' order by t.created_at desc, t.id desc`,
);
