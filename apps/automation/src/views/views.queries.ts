import { anyWord, defineList, type ListDefinition } from '@parley/lists';
import { Selection, tenantStatement } from '@parley/persistence';
import type { Viewer } from '../audience/audience.rules.ts';
import { countOfOwner, seenBy } from '../audience/shared-rows.ts';
import { ViewRow } from './view.entity.ts';

const VIEWS = Selection.of(ViewRow);

const FIND = `${VIEWS.select()} where workspace_id = $1 and mode = $2 and id = $3`;

export const findView = tenantStatement<ViewRow>('view.find', FIND);
export const findViewForUpdate = tenantStatement<ViewRow>('view.find_for_update', `${FIND} for update`);

export const findViews = tenantStatement<ViewRow>(
  'view.find_many',
  `${VIEWS.select()} where workspace_id = $1 and mode = $2 and id = any($3::uuid[])`,
);

export const countViewsOfOwner = tenantStatement<{ count: number }>(
  'view.count_of_owner',
  countOfOwner('view'),
);

/** The views that somebody sees: `isSeenBy` in SQL. The handler adds `seen` to the query. */
export const viewListOf = (viewer: Viewer): ListDefinition<ViewRow> =>
  defineList({
    name: 'view.list',
    rows: VIEWS,
    sorts: { created_at: 'created_at', name: 'name_order' },
    filters: {
      seen: seenBy(viewer),
      resource: anyWord('resource'),
      visibility: anyWord('visibility'),
    },
  });
