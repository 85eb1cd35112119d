import { z } from 'zod';
import { nullableString } from '../documented.ts';
import { AuditEntry, AuditEntryType } from '../audit/audit.commands.ts';
import { idOf } from '../id.ts';
import { withMeta } from '../operation.ts';
import { anyOf, upTo100 } from '../page.ts';
import { Instant } from '../schema.ts';
import { defineConsoleOperation } from './console-operation.ts';

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
    after: Instant.optional().describe('Earliest time (inclusive)'),
    before: Instant.optional().describe('Latest time (exclusive)'),
    cursor: idOf('audit_entry').optional().describe('`meta.next_cursor` of the page before'),
    per_page: upTo100('Number of entries per page', 50),
  }),
  response: withMeta(
    z.array(ConsoleAuditEntry),
    z.object({ next_cursor: idOf('audit_entry').nullable().describe('Null on the last page') }),
  ),
});
