import type { Scope } from '@parley/contracts';
import { systemStatement, workspaceStatement } from '@parley/persistence';

export interface AppRow {
  id: string;
  workspace_id: string;
  workspace_name: string;
  route_tag: string;
  name: string;
  redirect_uris: string[];
  scopes: Scope[];
  secret_hash: Buffer;
}

export const findApp = systemStatement<AppRow>(
  'oauth_app.find',
  'a client identifies itself by its id alone',
  `select a.id, a.workspace_id, w.name as workspace_name, w.route_tag, a.name, a.redirect_uris, a.scopes, a.secret_hash
     from oauth_app a join workspace w on w.id = a.workspace_id
    where a.id = $1 and a.deleted_at is null`,
);

export interface ListedAppRow {
  id: string;
  name: string;
  redirect_uris: string[];
  scopes: Scope[];
  created_at: Date;
  active_grants: number;
}

export const listApps = workspaceStatement<ListedAppRow>(
  'oauth_app.list',
  `select a.id, a.name, a.redirect_uris, a.scopes, a.created_at,
          (select count(*)::int from oauth_grant g
            where g.workspace_id = a.workspace_id and g.app_id = a.id and g.revoked_at is null
              and g.expires_at > now()) as active_grants
     from oauth_app a where a.workspace_id = $1 and a.deleted_at is null order by a.created_at, a.id`,
);

export const findWorkspaceOfApp = systemStatement<{ workspace_id: string }>(
  'oauth_app.workspace',
  'the operator names an app by id alone, also to repeat a deletion that failed halfway',
  'select workspace_id from oauth_app where id = $1',
);

export const deleteApp = workspaceStatement<{ is_first: boolean }>(
  'oauth_app.delete',
  `update oauth_app a set deleted_at = coalesce(a.deleted_at, $3) from (
     select workspace_id, id, deleted_at from oauth_app where workspace_id = $1 and id = $2 for update) before
    where a.workspace_id = before.workspace_id and a.id = before.id
   returning before.deleted_at is null as is_first`,
);
