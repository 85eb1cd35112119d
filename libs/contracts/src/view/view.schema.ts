import { z } from 'zod';
import { CONVERSATION_SORTS } from '../conversation/conversation.operations.ts';
import { component, string } from '../documented.ts';
import type { ErrorDetail } from '../error.ts';
import { FILTER_FIELDS, type FilteredResource } from '../filter/filter-fields.ts';
import { filterDetails, filterProblems, RecordFilter, RecordFilterInput } from '../filter/filter.schema.ts';
import { idOf } from '../id.ts';
import { SortOrder } from '../page.ts';
import { CreatedAt, nameText, UpdatedAt } from '../schema.ts';
import { TeamId } from '../summaries.ts';
import { TICKET_SORTS } from '../ticket/ticket.operations.ts';

/** The sorts of the list that a view is one of. */
const SORTS = {
  ticket: TICKET_SORTS,
  conversation: CONVERSATION_SORTS,
} as const satisfies Record<FilteredResource, readonly string[]>;

/** What the records of any view can be sorted by. */
export const COMMON_SORTS = ['created_at', 'updated_at', 'priority'] as const satisfies readonly (
  | (typeof TICKET_SORTS)[number]
  | (typeof CONVERSATION_SORTS)[number]
)[];

export const ViewResource = z
  .enum(Object.keys(FILTER_FIELDS) as [FilteredResource, ...FilteredResource[]])
  .meta({ id: 'ViewResource', description: 'What a view lists: `ticket` or `conversation`' });

export const ViewVisibility = z.enum(['private', 'team', 'workspace']).meta({
  id: 'ViewVisibility',
  description:
    'Who sees a view or a macro: its owner alone, the members of a team and admins, or all users of the workspace',
  examples: ['workspace'],
});
export type ViewVisibility = z.output<typeof ViewVisibility>;

export const ViewSort = z
  .enum([...new Set([...SORTS.ticket, ...SORTS.conversation])])
  .meta({ id: 'ViewSort', description: 'Field to sort by, one of those of the list of the resource' });

/** Fields that callers write and read in the same form. */
export const viewFields = {
  name: nameText(255).meta({ description: 'Display name', examples: ['My open tickets'] }),
  filter: RecordFilterInput,
  sort: ViewSort,
  order: SortOrder,
  visibility: ViewVisibility,
  team_id: TeamId.meta({
    description: 'Id of the team that sees it, with `visibility: team`; otherwise null',
    examples: [null],
  }),
};

export const View = component('View', 'A saved list of tickets or conversations', {
  id: idOf('view'),
  resource: ViewResource,
  ...viewFields,
  filter: RecordFilter,
  owner_id: idOf('user').describe('Id of the user who created it'),
  warnings: z
    .array(
      component('ViewWarning', 'A value of a view that stands for nothing any more', {
        param: string('Path of the value', 'filter.all[0].value'),
        message: string('What is wrong', 'The tag does not exist (any more).'),
      }),
    )
    .describe('Values that name a tag, a user or a team which does not exist; empty in lists'),
  created_at: CreatedAt,
  updated_at: UpdatedAt,
});
export type View = z.output<typeof View>;

/** What is wrong with a view as a whole. */
export function viewProblems(
  view: Pick<View, 'resource' | 'filter' | 'sort' | 'visibility' | 'team_id'>,
): ErrorDetail[] {
  const { resource, filter, sort } = view;
  const sorts: readonly string[] = SORTS[resource];
  const found = filterDetails(filterProblems(resource, filter));
  if (!sorts.includes(sort))
    found.push({
      code: 'invalid_parameter',
      param: 'sort',
      message: `must be a field that ${resource}s are sorted by: ${sorts.join(', ')}`,
    });
  return [...found, ...audienceProblems(view)];
}

/** What is wrong with the audience of a view or a macro. */
export function audienceProblems({
  visibility,
  team_id: team,
}: Pick<View, 'visibility' | 'team_id'>): ErrorDetail[] {
  const isOfTeam = visibility === 'team';
  if (isOfTeam === (team !== null)) return [];
  const message = isOfTeam ? 'is required with visibility team' : 'must be null unless visibility is team';
  return [{ code: 'invalid_parameter', param: 'team_id', message }];
}
