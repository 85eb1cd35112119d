import { z } from 'zod';
import { integer, nullableString } from '../documented.ts';
import { Plan } from '../identity/identity.commands.ts';
import { Timestamp, Instant } from '../schema.ts';
import { defineConsoleOperation } from './console-operation.ts';
import { AuditEntry, AuditEntryType } from '../audit/audit.commands.ts';
import { idOf } from '../id.ts';
import { withMeta } from '../operation.ts';
import { anyOf, upTo100 } from '../page.ts';

/** The requests of one clock minute. */
export const UsageMinute = z.object({
  minute: Timestamp.describe('Start of the minute'),
  requests: integer('Requests that counted against the limit'),
  rate_limited: integer('Requests that were refused with 429 because the limit was used up'),
});
export type UsageMinute = z.output<typeof UsageMinute>;

const minutes = (mode: string) =>
  z
    .array(UsageMinute)
    .length(60)
    .describe(`The last 60 minutes of ${mode} mode, oldest first; the last one is not over yet`);

export const Usage = z.object({
  plan: Plan,
  requests_per_minute: integer(
    'Limit of the plan, per mode. It applies to a minute that starts with a request: a clock minute may have more',
  ),
  live: minutes('live'),
  test: minutes('test'),
});
export type Usage = z.output<typeof Usage>;

export const getUsage = defineConsoleOperation({
  id: 'usage.get',
  route: 'GET /usage',
  roles: ['admin'],
  summary: 'Retrieve the requests of the last hour, per minute and mode',
  description: '503 `service_unavailable` while the counts cannot be read.',
  response: Usage,
});

export const ConsoleAuditEntry = AuditEntry.extend({
  actor: AuditEntry.shape.actor.extend({
    name: nullableString('Name of the user or of the API key, or null for others', 'Kim Lee'),
  }),
});

export type ConsoleAuditEntry = z.output<typeof ConsoleAuditEntry>;

export const listAuditEntries = defineConsoleOperation({
  id: 'audit.list',
  route: 'GET /audit-entries',
  roles: ['admin'],
  summary: 'List the audit log of the workspace, newest first',
  query: z.object({
    type: anyOf(AuditEntryType, { description: 'Type of the entry', examples: ['login.failed'] }),
    actor: z
      .union([idOf('user'), idOf('key'), z.enum(['operator', 'system'])])
      .optional()
      .describe('Id of the user or API key that acted, or `operator` or `system`'),
    created_after: Instant.optional().describe('Earliest time (inclusive)'),
    created_before: Instant.optional().describe('Latest time (exclusive)'),
    cursor: idOf('audit_entry').optional().describe('`meta.next_cursor` of the page before'),
    per_page: upTo100('Number of entries per page', 50),
  }),
  response: withMeta(
    z.array(ConsoleAuditEntry),
    z.object({ next_cursor: idOf('audit_entry').nullable().describe('Null on the last page') }),
  ),
});
