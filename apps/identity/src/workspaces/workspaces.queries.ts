import { notFound, type Plan } from '@parley/contracts';
import type { WorkspaceContext } from '@parley/kernel';
import { workspaceStatement, type TenantDatabase } from '@parley/persistence';

export interface WorkspaceRow {
  id: string;
  name: string;
  plan: Plan;
  route_tag: string;
}

export const findWorkspace = workspaceStatement<WorkspaceRow>(
  'workspace.find',
  'select id, name, plan, route_tag from workspace where id = $1',
);

/** The workspace that a command names. Throws `not_found` for an unknown one. */
export async function requireWorkspace(db: TenantDatabase<WorkspaceContext>): Promise<WorkspaceRow> {
  const workspace = await db.one(findWorkspace);
  if (workspace === undefined) throw notFound('workspace');
  return workspace;
}

export const insertWorkspace = workspaceStatement<never>(
  'workspace.insert',
  `insert into workspace (id, name, plan, route_tag, created_at, updated_at) values ($1, $2, $3, $4, $5, $5)`,
);

export const changePlan = workspaceStatement<WorkspaceRow>(
  'workspace.change_plan',
  `update workspace set plan = $2, updated_at = $3 where id = $1 returning id, name, plan, route_tag`,
);
