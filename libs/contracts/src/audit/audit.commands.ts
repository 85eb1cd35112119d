import { ActorType } from '../actor.ts';
import { z } from 'zod';
import { defineCommand, defineTenantCall } from '../call.ts';
import { idOf } from '../id.ts';
import { Instant, Timestamp } from '../schema.ts';

export const AuditEntryType = z.enum([
  'credential.created',
  'credential.used_from_new_address',
  'credential.revoked',
  'refresh_token.reused',
  'login.succeeded',
  'login.failed',
  'login.locked_out',
  'login.signed_out',
  'session.revoked',
  'consent.granted',
  'consent.denied',
  'app.created',
  'app.updated',
  'app.secret_rotated',
  'app.deleted',
  'user.created',
  'user.updated',
  'user.role_changed',
  'user.deactivated',
  'user.activated',
  'user.password_changed',
  'user.password_reset',
  'user.password_reset_link_created',
  'user.password_reset_requested',
  'invitation.created',
  'invitation.revoked',
  'invitation.accepted',
  'team.created',
  'team.updated',
  'team.deleted',
  'team.member_added',
  'team.member_removed',
  'workspace.updated',
  'workspace.plan_changed',
  'workspace.sla_targets_changed',
  'inbox.created',
  'inbox.renamed',
  'inbox.team_changed',
  'inbox.deleted',
  'connection.created',
  'connection.updated',
  'connection.deleted',
  'contact_form.created',
  'contact_form.updated',
  'contact_form.deleted',
  'mailbox.created',
  'mailbox.updated',
  'mailbox.deleted',
  'macro.created',
  'macro.updated',
  'macro.deleted',
  'view.created',
  'view.updated',
  'view.deleted',
  'webhook.created',
  'webhook.updated',
  'webhook.secret_rotated',
  'webhook.deleted',
]);
export type AuditEntryType = z.output<typeof AuditEntryType>;

export const AuditEntry = z.object({
  id: idOf('audit_entry'),
  created_at: Timestamp,
  type: AuditEntryType,
  actor: z.object({
    type: ActorType.extract(['user', 'api_key', 'operator', 'system']),
    id: z.string().nullable(),
  }),
  /** Id of an API key, a personal access token or an OAuth grant. */
  credential_id: z.string().nullable(),
  address: z.string().nullable(),
  request_id: z.string().nullable(),
  details: z.record(z.string(), z.unknown()),
});

export const listAudit = defineCommand({
  command: 'audit:list',
  summary: 'List the audit log of a workspace, newest first',
  input: z.object({
    workspace: idOf('workspace'),
    since: Instant.optional().describe(
      'Time of the oldest entry: ISO 8601 date or datetime; UTC unless it has an offset',
    ),
    limit: z.coerce.number().int().min(1).max(10_000).default(100).describe('Maximum number of entries'),
  }),
  output: z.object({ audit_entries: z.array(AuditEntry) }),
  example: { workspace: 'ws_01h2xcejqtf2nbrexx3vqjhp41', since: '2026-11-21' },
});

export const listAuditOfContact = defineTenantCall({
  id: 'audit.of_contact',
  summary: 'List the audit entries that name a contact, oldest first, after an entry',
  input: z.object({ contact: idOf('contact'), after: z.string().optional() }),
  output: z.object({ records: z.array(AuditEntry), next_cursor: z.string().nullable() }),
});
