import { z } from 'zod';
import { Conversation } from '../conversation/conversation.operations.ts';
import { component, integer } from '../documented.ts';
import { COUNTED_MAX } from '../filter/filter.calls.ts';
import { idOf } from '../id.ts';
import { defineOperation, withMeta } from '../operation.ts';
import { anyOf, listQuery, pageOf, SortOrder, valuesOf } from '../page.ts';
import { defineResource } from '../resource.ts';
import { Timestamp } from '../schema.ts';
import type { Scope } from '../scope.ts';
import { Ticket } from '../ticket/ticket.schema.ts';
import { COMMON_SORTS, View, viewFields, viewProblems, ViewResource, ViewVisibility } from './view.schema.ts';

/** The scope that reads what a view lists. */
export const VIEW_SCOPES = {
  ticket: 'tickets:read',
  conversation: 'conversations:read',
} as const satisfies Record<z.output<typeof ViewResource>, Scope>;

/** Views of a user in one mode. */
export const VIEWS_MAX = 200;

const WRITERS =
  'Views of a team are written by its members and by admins, those of the workspace by admins and API keys.';

const views = defineResource('view', View, { path: '/v1/views', read: 'views:read', write: 'views:write' });

export const createView = views.create({
  description: `A user can have ${VIEWS_MAX} views in each mode; beyond that, \`too_many_items\` is returned. ${WRITERS}`,
  body: z
    .object({
      ...viewFields,
      resource: ViewResource,
      filter: viewFields.filter.default({}),
      sort: viewFields.sort.default('created_at'),
      order: viewFields.order.default('desc'),
      visibility: viewFields.visibility.default('private'),
      team_id: viewFields.team_id.default(null),
    })
    .superRefine((view, context) => {
      for (const { param = '', message, code } of viewProblems(view))
        context.addIssue({ code: 'custom', path: [param], message, params: { code } });
    }),
  errors: ['role_forbidden', 'too_many_items'],
});

export const listViews = views.list({
  description:
    'Returns the views that the caller sees: its own ones, and those of its teams and of the workspace.',
  query: listQuery(['created_at', 'name'], {
    resource: anyOf(ViewResource, {
      description: 'Resource: `ticket` or `conversation`',
      examples: ['ticket'],
    }),
    visibility: anyOf(ViewVisibility, {
      description: 'Visibility: `private`, `team` or `workspace`',
      examples: ['private,team'],
    }),
  }),
});

export const getView = views.get();

export const updateView = views.update({
  description: `Changes only the fields that are sent. ${WRITERS} Only its owner makes a view private.`,
  body: z.object(viewFields).partial(),
  errors: ['role_forbidden', 'too_many_items'],
});

export const deleteView = views.delete({ description: WRITERS, errors: ['role_forbidden'] });

export const listRecordsOfView = defineOperation({
  id: 'view.records',
  route: 'GET /v1/views/{view_id}/records',
  scope: 'views:read',
  summary: 'List the records of a view',
  description:
    'Returns the tickets or conversations that match the filter of the view at the moment, as the list of its resource does; `me` is ' +
    'the user of the credential. Also requires the scope that reads them, `tickets:read` or `conversations:read`.',
  params: views.params,
  query: listQuery(COMMON_SORTS, {}).extend({
    sort: z.enum(COMMON_SORTS).optional().describe('Field to sort by; that of the view by default'),
    order: SortOrder.optional().describe('Sort direction; that of the view by default'),
  }),
  response: pageOf(z.union([Ticket, Conversation])),
});

/** Matches of a view are counted up to this number. */
export const VIEW_COUNT_MAX = 1_000;

const ViewCount = component('ViewCount', 'How many records a view has', {
  view_id: idOf('view'),
  count: integer('Number of matching records', 12),
  count_relation: z
    .enum(['eq', 'gte'])
    .describe(
      `Accuracy of \`count\`: \`eq\` if exact, \`gte\` if counting stopped at ${VIEW_COUNT_MAX}, or among the newest records`,
    ),
});

export const countViews = defineOperation({
  id: 'view.counts',
  route: 'GET /v1/views/counts',
  scope: 'views:read',
  summary: 'Count the records of views',
  description:
    'Counts the records of several views at once, each within a bounded number of them. Counts that are asked for again within five ' +
    'minutes are kept, and follow the changes of records: seconds later, at the latest within a minute. Views that the caller does not ' +
    'see are left out. ' +
    'Also requires the scopes that read the records, `tickets:read` or `conversations:read`.',
  query: z.object({
    ids: valuesOf(idOf('view'), {
      description: `Ids of the views, at most ${COUNTED_MAX}`,
      examples: ['view_01h2xcejqtf2nbrexx3vqjhp41'],
      max: COUNTED_MAX,
    }),
  }),
  response: withMeta(
    z.array(ViewCount).describe('The counts, in the order of the ids'),
    component('ViewCountsMeta', 'When views were counted', {
      as_of: Timestamp.describe('Time at which the records were counted; of several times the earliest'),
    }),
  ),
});
