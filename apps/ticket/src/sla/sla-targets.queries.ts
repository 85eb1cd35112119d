import type { Priority } from '@parley/contracts';
import { workspaceStatement } from '@parley/persistence';

export interface SlaTargetRow {
  priority: Priority;
  /** Milliseconds. */
  target: number;
}

/** Cast because pg returns a bigint as text; a double is exact far beyond any target in milliseconds. */
export const findSlaTargets = workspaceStatement<SlaTargetRow>(
  'sla_target.find',
  'select priority, target::double precision as target from sla_target where workspace_id = $1',
);

export const upsertSlaTargets = workspaceStatement<never>(
  'sla_target.keep',
  `insert into sla_target (workspace_id, priority, target, updated_at)
   select $1, priority, target, $4 from unnest($2::text[], $3::bigint[]) as t(priority, target)
   on conflict (workspace_id, priority) do update
     set target = excluded.target, updated_at = excluded.updated_at`,
);
