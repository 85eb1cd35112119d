import { tenantStatement } from '@parley/persistence';

/** Has other transactions wait that link a parent: two together could make a ticket its own ancestor. */
export const lockParents = tenantStatement<never>(
  'ticket_link.lock_parents',
  `select pg_advisory_xact_lock(hashtextextended(concat_ws('|', 'ticket parents', $1::text, $2::text), 0))`,
);

/** `$3` and the tickets above it, merged ones too: their links are there again if the merge is undone. */
export const findAncestors = tenantStatement<{ id: string }>(
  'ticket_link.ancestors',
  `with recursive above as (
     select $3::uuid as id
     union
     select (link->>'id')::uuid from above, lateral (
       select links from ticket where workspace_id = $1 and mode = $2 and id = above.id
       union all
       select record->'links' from merged_ticket where workspace_id = $1 and mode = $2 and id = above.id) found,
       jsonb_array_elements(found.links) link
      where link->>'type' = 'parent')
   select id from above`,
);

/** The tickets among `$3` that have a link to `$4`, merged ones included. */
export const findLinkedTo = tenantStatement<{ id: string }>(
  'ticket_link.linked_to',
  `select id from (
     select id, links from ticket where workspace_id = $1 and mode = $2 and id = any($3::uuid[])
     union all
     select id, record->'links' from merged_ticket where workspace_id = $1 and mode = $2 and id = any($3::uuid[])) found
    where links @> jsonb_build_array(jsonb_build_object('id', $4::text))`,
);
