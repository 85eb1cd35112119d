import { z } from 'zod';
import { changesByItself, component, integer, string } from '../documented.ts';
import { idOf } from '../id.ts';
import { Plan } from '../identity/identity.commands.ts';
import { defineOperation } from '../operation.ts';
import { CreatedAt, nameText, UpdatedAt } from '../schema.ts';
import { SlaDurations, SlaTarget } from '../sla/sla.schema.ts';
import { Country, Language, TimeZone } from './locale.ts';

const ModeUsage = z.object({
  requests: integer('Requests that counted against the limit', 1204),
  rate_limited: integer('Requests that were refused with 429 because the limit was used up', 0),
});

export const WorkspaceUsage = component('WorkspaceUsage', 'Requests of the last 60 minutes', {
  requests_per_minute: integer('Limit of the plan, per mode', 1000),
  live: ModeUsage.describe('Requests in live mode'),
  test: ModeUsage.describe('Requests in test mode'),
});

const writable = {
  name: nameText(255).meta({ description: 'Name of the workspace', examples: ['Acme'] }),
  country: Country.nullable().meta({
    description: 'Country (ISO 3166-1 alpha-2) in which national telephone numbers are read, or null',
    examples: ['DE'],
  }),
  time_zone: TimeZone.meta({ description: 'Time zone (IANA)', examples: ['Europe/Berlin'] }),
  language: Language.meta({ description: 'Language (BCP 47)', examples: ['en'] }),
};

export const Workspace = component('Workspace', 'A workspace and its settings, which both modes share', {
  id: idOf('workspace'),
  name: string('Name of the workspace', 'Acme'),
  plan: Plan,
  usage: changesByItself(WorkspaceUsage.nullable().describe('Null while the requests cannot be counted')),
  country: writable.country,
  time_zone: string('Time zone (IANA)', 'Europe/Berlin'),
  language: string('Language (BCP 47)', 'en'),
  sla_targets: SlaDurations.describe('First-response targets in force, by priority'),
  created_at: CreatedAt,
  updated_at: UpdatedAt,
});
export type Workspace = z.output<typeof Workspace>;

export const getWorkspace = defineOperation({
  id: 'workspace.get',
  route: 'GET /v1/workspace',
  scope: 'any-token',
  summary: 'Retrieve the workspace of the credential',
  response: Workspace,
});

export const updateWorkspace = defineOperation({
  id: 'workspace.update',
  route: 'PATCH /v1/workspace',
  scope: 'users:write',
  summary: 'Update the workspace',
  description:
    'Only admins, and API keys, can have the scope. Changes only the fields that are sent, and only the priorities in `sla_targets` that are sent; targets apply to ' +
    'tickets that are created, reopened or given another priority from then on. Returns 403 for test keys, because live and ' +
    'test mode share the workspace.',
  body: z
    .object({
      ...writable,
      sla_targets: z
        .object({ urgent: SlaTarget, high: SlaTarget, normal: SlaTarget, low: SlaTarget })
        .partial()
        .describe('First-response targets by priority'),
    })
    .partial(),
  response: Workspace,
});
