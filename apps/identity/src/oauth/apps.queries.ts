import { systemStatement, workspaceStatement } from '@parley/persistence';
import type { OAuthAppRow } from './oauth.entities.ts';

export type AppRow = Omit<OAuthAppRow, 'created_at'> & { workspace_name: string; route_tag: string };

export const findApp = systemStatement<AppRow>(
  'oauth_app.find',
  'a client identifies itself by its id alone',
  `select a.id, a.workspace_id, w.name as workspace_name, w.route_tag, a.name, a.redirect_uris, a.scopes, a.secret_hash
     from oauth_app a join workspace w on w.id = a.workspace_id
    where a.id = $1 and a.deleted_at is null`,
);

type ListedAppRow = Omit<OAuthAppRow, 'workspace_id' | 'secret_hash'> & { active_grants: number };

export const listApps = workspaceStatement<ListedAppRow>(
  'oauth_app.list',
  `select a.id, a.name, a.redirect_uris, a.scopes, a.created_at,
          (select count(*)::int from oauth_grant g
            where g.workspace_id = $1 and g.app_id = a.id and g.revoked_at is null
              and g.expires_at > now()) as active_grants
     from oauth_app a where a.workspace_id = $1 and a.deleted_at is null order by a.created_at, a.id`,
);

/** Keeps the time of the first deletion: a repeat changes nothing, and returns no row. */
export const deleteApp = workspaceStatement<{ name: string }>(
  'oauth_app.delete',
  `update oauth_app set deleted_at = $3 where workspace_id = $1 and id = $2 and deleted_at is null
   returning name`,
);
