import { encodeId, notFound, type Plan } from '@parley/contracts';
import { inWorkspace, type Context, type WorkspaceContext } from '@parley/runtime/context';
import { systemStatement, workspaceStatement, type Database, type TenantDatabase } from '@parley/persistence';

export interface WorkspaceRow {
  id: string;
  name: string;
  plan: Plan;
  route_tag: string;
  country: string | null;
  time_zone: string;
  language: string;
  version: number;
  created_at: Date;
  updated_at: Date;
}

export const findWorkspace = workspaceStatement<WorkspaceRow>(
  'workspace.find',
  `select id, name, plan, route_tag, country, time_zone, language, version, created_at, updated_at
     from workspace where id = $1 and deleted_at is null`,
);

export const lockWorkspace = workspaceStatement<WorkspaceRow>(
  'workspace.lock',
  `${findWorkspace.text} for update`,
);

/** Keeps a workspace from being deleted before the transaction ends; no row if it is deleted already. */
export const keepWorkspace = workspaceStatement<{ id: string }>(
  'workspace.keep',
  'select id from workspace where id = $1 and deleted_at is null for key share',
);

export const updateSettings = workspaceStatement<never>(
  'workspace.update',
  `update workspace set name = $2, country = $3, time_zone = $4, language = $5, updated_at = $6, version = version + 1
    where id = $1`,
);

export const touchWorkspace = workspaceStatement<never>(
  'workspace.touch',
  'update workspace set updated_at = $2, version = version + 1 where id = $1',
);

/** The workspace that a command names. Throws `not_found` for an unknown one. */
export async function requireWorkspace(db: TenantDatabase<WorkspaceContext>): Promise<WorkspaceRow> {
  const workspace = await db.one(findWorkspace);
  if (workspace === undefined) throw notFound('workspace');
  return workspace;
}

export const findWorkspaces = systemStatement<{
  id: string;
  name: string;
  plan: Plan;
  users: number;
  created_at: Date;
}>(
  'workspace.list',
  'the operator lists the workspaces of the installation',
  `select w.id, w.name, w.plan, w.created_at,
          (select count(*)::int from member m where m.workspace_id = w.id) as users
     from workspace w where w.deleted_at is null order by w.created_at desc, w.id desc limit $1`,
);

const BY_ID_ALONE = 'the operator names a record by its id alone';
const findOfToken = systemStatement<{ workspace_id: string }>(
  'credential.workspace',
  BY_ID_ALONE,
  'select workspace_id from token where id = $1',
);
const WORKSPACE_OF = {
  'API key': findOfToken,
  'personal access token': findOfToken,
  'OAuth app': systemStatement<{ workspace_id: string }>(
    'oauth_app.workspace',
    BY_ID_ALONE,
    'select workspace_id from oauth_app where id = $1',
  ),
  user: systemStatement<{ workspace_id: string }>(
    'user.workspace',
    BY_ID_ALONE,
    'select workspace_id from member where id = $1',
  ),
};

/** The workspace of the record that a command names by its uuid alone. Throws `not_found` for an unknown one. */
export async function inWorkspaceOf(
  db: Database,
  ctx: Context,
  record: keyof typeof WORKSPACE_OF,
  uuid: string,
): Promise<WorkspaceContext> {
  const [found] = await db.system(WORKSPACE_OF[record], [uuid]);
  if (found === undefined) throw notFound(record);
  return inWorkspace(ctx, encodeId('workspace', found.workspace_id));
}

export const insertWorkspace = workspaceStatement<never>(
  'workspace.insert',
  `insert into workspace (id, name, plan, route_tag, created_at, updated_at) values ($1, $2, $3, $4, $5, $5)`,
);

export const updatePlan = workspaceStatement<{ previous: Plan }>(
  'workspace.change_plan',
  `update workspace w set plan = $2, updated_at = $3, version = version + 1
     from (select id, plan from workspace where id = $1 for update) o
    where w.id = o.id returning o.plan as previous`,
);
