import { z } from 'zod';
import { component } from '../documented.ts';
import type { ErrorDetail } from '../error.ts';
import { idOf } from '../id.ts';
import { parseDuration } from '../duration.ts';
import { CreatedAt, nameText, Priority, tagChanges, text, UpdatedAt } from '../schema.ts';
import { TagNames, TeamId } from '../summaries.ts';
import { TicketStatus } from '../ticket/ticket.schema.ts';
import { audienceProblems, ViewVisibility } from '../view/view.schema.ts';
import { macroTextProblem } from './macro-text.ts';

/** Characters of the text of a macro. */
const TEXT_MAX = 16_384;
const YEAR_MS = 365 * 86_400_000;

export const MacroMessageType = z.enum(['reply', 'note']).meta({
  id: 'MacroMessageType',
  description: 'What the text of a macro becomes: a `reply` to the contact, or an internal `note`',
});

const SnoozeFor = z
  .string()
  .regex(/^[1-9]\d{0,5}[mhd]$/u, 'must be a duration, like 30m, 4h or 2d')
  .refine((duration) => (parseDuration(duration) ?? 0) <= YEAR_MS, 'must be at most a year')
  .meta({
    description: 'Snoozes the record for a time from then on, in minutes, hours or days: `30m`, `4h`, `2d`',
    examples: ['2d'],
  });

/** What a macro changes. */
const actionFields = {
  status: TicketStatus.describe('The new status; conversations have no `resolved`'),
  priority: Priority,
  assignee_id: z
    .union([z.literal('me'), idOf('user')], 'must be `me`, a user id or null')
    .nullable()
    .meta({
      description:
        'Id of the user to assign, `me` for the user who applies the macro (of an API key: its creator), or null to unassign',
      examples: ['me'],
    }),
  team_id: TeamId,
  ...tagChanges,
  snooze_for: SnoozeFor,
};

const ACTIONS = {
  description: 'What a macro changes in a record; what is left out stays',
  examples: [{ status: 'pending', assignee_id: 'me' }],
};

const MacroActionsInput = z
  .object(actionFields)
  .partial()
  .meta({ id: 'MacroActionsInput', ...ACTIONS });

/** The same in a response, where tags are as they were given. */
const MacroActions = z
  .object({
    ...actionFields,
    add_tags: TagNames.describe('Names of tags to add'),
    remove_tags: TagNames.describe('Names of tags to remove'),
  })
  .partial()
  .meta({ id: 'MacroActions', ...ACTIONS });
export type MacroActions = z.output<typeof MacroActions>;

/** Fields that callers write and read in the same form. */
export const macroFields = {
  name: nameText(255).meta({ description: 'Display name', examples: ['Ask for the order number'] }),
  body: text(TEXT_MAX)
    .nullable()
    .meta({
      description:
        'Text of the message, or null for a macro without one. `{{contact.first_name|there}}` is a variable, with the text that stands in ' +
        'for an empty value; without one an empty value leaves nothing. Rendered, it is plain text',
      examples: ['Hello {{contact.first_name|there}}, which order do you mean?'],
    }),
  message_type: MacroMessageType,
  actions: MacroActionsInput,
  visibility: ViewVisibility,
  team_id: TeamId.meta({
    description: 'Id of the team that sees it, with `visibility: team`; otherwise null',
    examples: [null],
  }),
};

export const Macro = component('Macro', 'A prepared message with changes of a record, for users to apply', {
  id: idOf('macro'),
  ...macroFields,
  actions: MacroActions,
  owner_id: idOf('user').describe('Id of the user who created it'),
  created_at: CreatedAt,
  updated_at: UpdatedAt,
});
export type Macro = z.output<typeof Macro>;

/** What is wrong with a macro as a whole. */
export function macroProblems(
  macro: Pick<Macro, 'body' | 'actions' | 'visibility' | 'team_id'>,
): ErrorDetail[] {
  const { body, actions, visibility, team_id: team } = macro;
  const invalid = (param: string, message: string): ErrorDetail => ({
    ...{ code: 'invalid_parameter', param, message },
  });
  const problem = body === null ? null : macroTextProblem(body);
  const isDone = actions.status === 'resolved' || actions.status === 'closed';
  return [
    ...(problem === null ? [] : [invalid('body', problem)]),
    ...(body === null && Object.keys(actions).length === 0
      ? [invalid('body', 'must not be null without actions')]
      : []),
    ...(isDone && actions.snooze_for !== undefined
      ? [invalid('actions.snooze_for', 'must not be given with a status that ends the snooze')]
      : []),
    ...audienceProblems({ visibility, team_id: team }),
  ];
}
