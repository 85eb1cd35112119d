import { systemStatement, workspaceStatement } from '@parley/persistence';
import type { OAuthAppRow } from './oauth.entities.ts';

export type AppRow = Omit<OAuthAppRow, 'created_at'> & { workspace_name: string; route_tag: string };

export const findApp = systemStatement<AppRow>(
  'oauth_app.find',
  'a client identifies itself by its id alone',
  `select a.id, a.workspace_id, w.name as workspace_name, w.route_tag, a.name, a.redirect_uris, a.scopes, a.client_type,
          a.mode, a.secret_hash, a.previous_secret_hash, a.previous_secret_expires_at
     from oauth_app a join workspace w on w.id = a.workspace_id
    where a.id = $1 and a.deleted_at is null`,
);

export type ShownAppRow = Omit<
  OAuthAppRow,
  'workspace_id' | 'secret_hash' | 'previous_secret_hash' | 'previous_secret_expires_at'
>;

const SHOWN = 'a.id, a.name, a.client_type, a.mode, a.redirect_uris, a.scopes, a.created_at';

export const listApps = workspaceStatement<ShownAppRow & { active_grants: number }>(
  'oauth_app.list',
  `select ${SHOWN},
          (select count(*)::int from oauth_grant g
            where g.workspace_id = $1 and g.app_id = a.id and g.revoked_at is null
              and g.expires_at > now()) as active_grants
     from oauth_app a where a.workspace_id = $1 and a.deleted_at is null order by a.created_at, a.id`,
);

/** Also one that was deleted. */
export const findRegisteredApp = workspaceStatement<{ id: string }>(
  'oauth_app.find_registered',
  'select id from oauth_app where workspace_id = $1 and id = $2',
);

/** A code is exchanged before the change or after it. Not `for update`: new codes refer to the row while they hold a grant. */
export const findAppForUpdate = workspaceStatement<ShownAppRow>(
  'oauth_app.find_for_update',
  `select ${SHOWN} from oauth_app a where a.workspace_id = $1 and a.id = $2 and a.deleted_at is null for no key update`,
);

export const updateApp = workspaceStatement<never>(
  'oauth_app.update',
  'update oauth_app set name = $3, redirect_uris = $4, scopes = $5 where workspace_id = $1 and id = $2',
);

/** The secret that was replaced is accepted until a time; one that it had replaced itself is not any more. */
export const rotateSecret = workspaceStatement<never>(
  'oauth_app.rotate_secret',
  `update oauth_app set previous_secret_hash = secret_hash, secret_hash = $3, previous_secret_expires_at = $4
    where workspace_id = $1 and id = $2`,
);

/** Keeps the time of the first deletion: a repeat changes nothing, and returns no row. */
export const deleteApp = workspaceStatement<{ name: string }>(
  'oauth_app.delete',
  `update oauth_app set deleted_at = $3 where workspace_id = $1 and id = $2 and deleted_at is null
   returning name`,
);
