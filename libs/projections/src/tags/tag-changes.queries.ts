import type { Mode } from '@parley/contracts';
import { systemStatement, tenantStatement } from '@parley/persistence';

export interface TagChangeRow {
  workspace_id: string;
  mode: Mode;
  sequence: string;
  old_key: string;
  new_name: string | null;
  after_id: string;
}

export const insertTagChange = tenantStatement<never>(
  'tag_change.insert',
  `insert into tag_change (workspace_id, mode, sequence, old_key, new_name) values ($1, $2, $3, $4, $5)
   on conflict (workspace_id, mode, sequence) do nothing`,
);

export const findTagChanges = systemStatement<TagChangeRow>(
  'tag_change.find',
  'one job serves all tenants',
  `select distinct on (workspace_id, mode) workspace_id, mode, sequence, old_key, new_name, after_id
     from tag_change order by workspace_id, mode, sequence`,
);

/** Locks a change that is still at `$4`; no row if another process has carried it on or holds it. */
export const lockTagChange = tenantStatement<{ sequence: string }>(
  'tag_change.lock',
  `select sequence from tag_change where workspace_id = $1 and mode = $2 and sequence = $3 and after_id = $4
   for update skip locked`,
);

export const advanceTagChange = tenantStatement<never>(
  'tag_change.advance',
  'update tag_change set after_id = $4 where workspace_id = $1 and mode = $2 and sequence = $3',
);

export const deleteTagChange = tenantStatement<never>(
  'tag_change.delete',
  'delete from tag_change where workspace_id = $1 and mode = $2 and sequence = $3',
);
