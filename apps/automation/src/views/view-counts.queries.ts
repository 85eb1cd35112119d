import type { Mode, View } from '@parley/contracts';
import { systemStatement, tenantStatement } from '@parley/persistence';

/** How long a count is kept up to date after it was last asked for. */
const WANTED = "interval '5 minutes'";

/** A count that nothing has changed is repeated, because a filter may depend on the time. */
const REPEATED = "interval '30 seconds'";

export interface CountRow {
  view_id: string;
  version: number;
  count: number | null;
  is_bound: boolean | null;
  as_of: Date | null;
  wanted_at: Date;
}

/** The counts of views `$3` that are those of everybody or of one of the users `$4`. */
export const findCounts = tenantStatement<CountRow>(
  'view_count.find',
  `select view_id, version, count, is_bound, as_of, wanted_at from view_count
    where workspace_id = $1 and mode = $2 and view_id = any($3::uuid[]) and user_id = any($4::uuid[])`,
);

/** Has the counts of views kept from now on. The rows are there before views are counted: no change is missed meanwhile. */
export const wantCounts = tenantStatement<never>(
  'view_count.want',
  `insert into view_count as known (workspace_id, mode, view_id, user_id, version, resource, wanted_at, due_at, not_before)
   select $1, $2, view_id, user_id, version, resource, now(), now() + ${REPEATED}, now() + interval '1 second'
     from unnest($3::uuid[], $4::uuid[], $5::int[], $6::text[]) given (view_id, user_id, version, resource) order by view_id, user_id
   on conflict (workspace_id, mode, view_id, user_id) do update set wanted_at = excluded.wanted_at, version = excluded.version,
     count = case when known.version = excluded.version then known.count end`,
);

/** Stores counts, unless a later one is known, or the filter is another one by now. None of them is due again before `$9`. */
export const storeCounts = tenantStatement<never>(
  'view_count.store',
  `update view_count c set count = counted.count, is_bound = counted.is_bound, as_of = $8,
     not_before = $9, due_at = greatest(c.due_at, $9)
     from unnest($3::uuid[], $4::uuid[], $5::int[], $6::int[], $7::bool[]) counted (view_id, user_id, version, count, is_bound),
          (select view_id, user_id from view_count
            where workspace_id = $1 and mode = $2 and (view_id, user_id) in (select * from unnest($3::uuid[], $4::uuid[]))
            order by view_id, user_id for update) known
    where c.workspace_id = $1 and c.mode = $2 and c.view_id = counted.view_id and c.user_id = counted.user_id
      and known.view_id = c.view_id and known.user_id = c.user_id and c.version = counted.version
      and (c.as_of is null or c.as_of < $8)`,
);

/** Counts of whose records some have changed are due, as soon as they may be. `$1`, `$2` and `$3` are tenants and their resources. */
export const markChanged = systemStatement<never>(
  'view_count.mark_changed',
  'one statement marks those of all tenants',
  `update view_count c set due_at = greatest(c.not_before, now())
     from (select c.workspace_id, c.mode, c.view_id, c.user_id
             from view_count c
            where (c.workspace_id, c.mode, c.resource) in (select * from unnest($1::uuid[], $2::text[], $3::text[]))
              and c.due_at > greatest(c.not_before, now())
            order by c.workspace_id, c.mode, c.view_id, c.user_id for update) marked
    where c.workspace_id = marked.workspace_id and c.mode = marked.mode and c.view_id = marked.view_id and c.user_id = marked.user_id`,
);

export interface DueRow {
  workspace_id: string;
  mode: Mode;
  view_id: string;
  user_id: string;
  version: number;
  resource: View['resource'];
  filter: View['filter'];
}

/** Takes up to 100 counts that are due. No other process takes them before they are due again. */
export const takeDue = systemStatement<DueRow>(
  'view_count.take_due',
  'one loop serves all tenants',
  `with taken as (
     update view_count c set due_at = now() + ${REPEATED}
       from (select workspace_id, mode, view_id, user_id from view_count where due_at <= now() and wanted_at > now() - ${WANTED}
              order by due_at limit 100 for update skip locked) due
      where c.workspace_id = due.workspace_id and c.mode = due.mode and c.view_id = due.view_id and c.user_id = due.user_id
     returning c.workspace_id, c.mode, c.view_id, c.user_id, c.version, c.resource)
   select t.workspace_id, t.mode, t.view_id, t.user_id, t.version, t.resource, v.filter
     from taken t join view v on v.workspace_id = t.workspace_id and v.mode = t.mode and v.id = t.view_id and v.version = t.version`,
);

export const dropUnwanted = systemStatement<never>(
  'view_count.drop_unwanted',
  'those of all tenants end',
  `delete from view_count where wanted_at <= now() - ${WANTED}`,
);
