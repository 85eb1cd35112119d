import { z } from 'zod';
import { component, string } from '../documented.ts';
import { exampleId, idOf } from '../id.ts';
import { defineOperation } from '../operation.ts';
import { anyOf, listQuery } from '../page.ts';
import { defineResource } from '../resource.ts';
import { ViewVisibility } from '../view/view.schema.ts';
import { Macro, macroFields, macroProblems, MacroMessageType } from './macro.schema.ts';

/** Macros of a user in one mode. */
export const MACROS_MAX = 500;

const WRITERS =
  'Macros of a team are written by its members and by admins, those of the workspace by admins and API keys.';
const REFERENCES =
  'Users, teams and tags that `actions` name must exist: the path of one that does not is `actions.team_id` or `actions.add_tags[0]`.';

const macros = defineResource('macro', Macro, {
  path: '/v1/macros',
  read: 'macros:read',
  write: 'macros:write',
});

export const createMacro = macros.create({
  description: `A user can have ${MACROS_MAX} macros in each mode; beyond that, \`too_many_items\` is returned. ${WRITERS} ${REFERENCES}`,
  body: z
    .object({
      ...macroFields,
      body: macroFields.body.default(null),
      message_type: macroFields.message_type.default('reply'),
      actions: macroFields.actions.default({}),
      visibility: macroFields.visibility.default('private'),
      team_id: macroFields.team_id.default(null),
    })
    .superRefine((macro, context) => {
      for (const { param = '', message, code } of macroProblems(macro))
        context.addIssue({ code: 'custom', path: param.split('.'), message, params: { code } });
    }),
  errors: ['role_forbidden', 'too_many_items'],
});

export const listMacros = macros.list({
  description:
    'Returns the macros that the caller sees: its own ones, and those of its teams and of the workspace.',
  query: listQuery(['created_at', 'name'], {
    visibility: anyOf(ViewVisibility, {
      description: 'Visibility: `private`, `team` or `workspace`',
      examples: ['private,team'],
    }),
  }),
});

export const getMacro = macros.get();

export const updateMacro = macros.update({
  description: `Changes only the fields that are sent; \`actions\` are replaced. ${WRITERS} Only its owner makes a macro private. ${REFERENCES}`,
  body: z.object(macroFields).partial(),
  errors: ['role_forbidden'],
});

export const deleteMacro = macros.delete({ description: WRITERS, errors: ['role_forbidden'] });

const MacroMessage = component('MacroMessage', 'The message of a macro', {
  id: idOf('message').nullable().describe('Id of the message; null in a preview'),
  type: MacroMessageType,
  body: string('Rendered text', 'Hello Dana, which order do you mean?'),
});

const MacroChange = component('MacroChange', 'A field of a record that a macro changes', {
  field: z
    .enum(['status', 'priority', 'assignee_id', 'team_id', 'tags', 'snoozed_until'])
    .meta({ id: 'MacroChangeField', description: 'Name of the field' }),
  from: z.unknown().meta({ description: 'Value before', examples: ['open'] }),
  to: z.unknown().meta({ description: 'Value after', examples: ['pending'] }),
});

export const MacroApplication = component('MacroApplication', 'What a macro does to a record', {
  macro_id: idOf('macro'),
  conversation_id: idOf('conversation').nullable().describe('Id of the conversation, or null for a ticket'),
  ticket_id: idOf('ticket').nullable().describe('Id of the ticket, or null for a conversation'),
  is_preview: z.boolean().describe('Whether nothing was changed'),
  message: MacroMessage.nullable().describe('The message, or null for a macro without a text'),
  changes: z
    .array(MacroChange)
    .describe('The fields that change; empty if the record has all values already'),
});
export type MacroApplication = z.output<typeof MacroApplication>;

export const applyMacro = defineOperation({
  id: 'macro.apply',
  route: 'POST /v1/macros/{macro_id}/apply',
  scope: 'macros:read',
  summary: 'Apply a macro',
  description:
    'Renders the text for a ticket or a conversation, posts it as the caller, and applies the actions, all or nothing; a text that ' +
    'renders to nothing is not posted. `preview` answers the same and changes nothing. Requires the scope that reads the record, ' +
    '`tickets:read` or `conversations:read`, and `contacts:read` for a text with the company or custom fields of the contact. Without ' +
    '`preview` also `tickets:write` for actions on a ticket, and `conversations:write` for messages and for actions on a conversation. What ' +
    'the macro names and does not exist any more is a 422, whose `param` is the path in the macro. A text for a ticket without a ' +
    'conversation begins one, which takes a contact. Emits the events of the message and of the update.',
  params: macros.params,
  body: z
    .object({
      conversation_id: idOf('conversation')
        .nullable()
        .default(null)
        .meta({
          description: 'Id of the conversation to apply it to; required without `ticket_id`',
          examples: [null],
        }),
      ticket_id: idOf('ticket')
        .nullable()
        .default(null)
        .meta({
          description: 'Id of the ticket to apply it to; required without `conversation_id`',
          examples: [exampleId('ticket')],
        }),
      preview: z.boolean().default(false).describe('Whether to answer what would happen, and change nothing'),
    })
    .superRefine(({ conversation_id: conversation, ticket_id: ticket }, context) => {
      if ((conversation === null) !== (ticket === null)) return;
      const message =
        ticket === null ? 'is required (or conversation_id)' : 'must not be given beside conversation_id';
      const code = ticket === null ? 'missing_parameter' : 'invalid_parameter';
      context.addIssue({ code: 'custom', path: ['ticket_id'], message, params: { code } });
    }),
  response: MacroApplication,
});
