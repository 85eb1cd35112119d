import type { Mode, Plan, Role, Scope } from '@parley/contracts';
import { systemStatement, workspaceStatement } from '@parley/persistence';

export const insertKey = workspaceStatement<never>(
  'key.insert',
  `insert into api_key (workspace_id, id, mode, name, scopes, token_hash, last4, created_by, created_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
);

export const firstAdmin = workspaceStatement<{ id: string }>(
  'key.creator',
  `select id from member where workspace_id = $1 and role = 'admin' order by status, created_at, id limit 1`,
);

export interface TokenRow {
  id: string;
  workspace_id: string;
  mode: Mode;
  scopes: Scope[];
  created_by: string;
  role: Role;
  plan: Plan;
  revoked_at: Date | null;
}

export const findByHash = systemStatement<TokenRow>(
  'token.find',
  'a token is what tells the workspace in the first place',
  `select k.id, k.workspace_id, k.mode, k.scopes, k.created_by, m.role, w.plan, k.revoked_at
     from api_key k
     join member m on m.workspace_id = k.workspace_id and m.id = k.created_by
     join workspace w on w.id = k.workspace_id
    where k.token_hash = $1`,
);

export const revoke = systemStatement<{ token_hash: Buffer; revoked_at: Date }>(
  'key.revoke',
  'the operator names a key by id alone',
  `update api_key set revoked_at = coalesce(revoked_at, $2) where id = $1 returning token_hash, revoked_at`,
);

export const recordUses = systemStatement<never>(
  'key.record_uses',
  'a batch of the keys of all workspaces',
  `update api_key k set last_used_at = greatest(k.last_used_at, u.at)
     from unnest($1::uuid[], $2::timestamptz[]) as u(id, at) where k.id = u.id`,
);

/** Without those that are dead already: nobody asks what they stand for. */
export const findTokensOfUser = workspaceStatement<{ token_hash: Buffer }>(
  'key.of_user',
  'select token_hash from api_key where workspace_id = $1 and created_by = $2 and revoked_at is null',
);

export const findRouteTags = systemStatement<{ token_hash: Buffer; route_tag: string }>(
  'key.route_tags',
  'admission writes about tokens, whatever their workspace',
  `select k.token_hash, w.route_tag from api_key k join workspace w on w.id = k.workspace_id
    where k.token_hash = any($1::bytea[])`,
);

export const findRouteTagOfWorkspace = systemStatement<{ route_tag: string }>(
  'workspace.route_tag',
  'admission writes about a workspace by its id alone',
  'select route_tag from workspace where id = $1',
);

export const findRevokedSince = systemStatement<{ token_hash: Buffer }>(
  'key.revoked_since',
  'admission buries all tokens again that were revoked lately',
  'select token_hash from api_key where revoked_at >= $1',
);
