import type { Mode, Scope } from '@parley/contracts';
import { workspaceStatement } from '@parley/persistence';

export const firstAdmin = workspaceStatement<{ id: string }>(
  'key.creator',
  `select id from member where workspace_id = $1 and role = 'admin' order by status, created_at, id limit 1`,
);

export interface KeyRow {
  id: string;
  mode: Mode;
  name: string;
  scopes: Scope[];
  last4: string;
  user_id: string;
  created_at: Date;
  last_used_at: Date | null;
  revoked_at: Date | null;
}

export const listKeysOfWorkspace = workspaceStatement<KeyRow>(
  'key.list',
  `select id, mode, name, scopes, last4, user_id, created_at, last_used_at, revoked_at from token
    where workspace_id = $1 and kind = 'api_key' order by created_at desc, id desc`,
);
