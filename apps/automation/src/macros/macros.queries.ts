import { anyWord, defineList, type ListDefinition } from '@parley/lists';
import { Selection, tenantStatement } from '@parley/persistence';
import type { Viewer } from '../audience/audience.rules.ts';
import { countOfOwner, seenBy } from '../audience/shared-rows.ts';
import { MacroRow } from './macro.entity.ts';

const MACROS = Selection.of(MacroRow);

const FIND = `${MACROS.select()} where workspace_id = $1 and mode = $2 and id = $3`;

export const findMacro = tenantStatement<MacroRow>('macro.find', FIND);
export const findMacroForUpdate = tenantStatement<MacroRow>('macro.find_for_update', `${FIND} for update`);

export const countMacrosOfOwner = tenantStatement<{ count: number }>(
  'macro.count_of_owner',
  countOfOwner('macro'),
);

export const macroListOf = (viewer: Viewer): ListDefinition<MacroRow> =>
  defineList({
    name: 'macro.list',
    rows: MACROS,
    sorts: { created_at: 'created_at', name: 'name_order' },
    filters: { seen: seenBy(viewer), visibility: anyWord('visibility') },
    // An answer of a hundred texts has 1.6 MiB at most.
    longText: 'body',
  });
