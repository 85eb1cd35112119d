import { z } from 'zod';
import { idOf } from '../id.ts';
import { defineCall, defineCommand } from '../call.ts';
import { services } from '../services.ts';
import { Mode, text } from '../schema.ts';

/** What a service erases: all data of a workspace, its test data, or what identifies a contact. */
export const ErasureTarget = z.discriminatedUnion('type', [
  z.object({ type: z.literal('workspace'), workspace: idOf('workspace') }),
  z.object({ type: z.literal('test_data'), workspace: idOf('workspace') }),
  z.object({
    type: z.literal('contact'),
    workspace: idOf('workspace'),
    mode: Mode,
    contact: idOf('contact'),
  }),
]);
export type ErasureTarget = z.output<typeof ErasureTarget>;

const Service = z.enum(services);

/** What a command has begun; each of these services erases its part. */
const Begun = z.object({ target: ErasureTarget, services: z.array(Service) });

export const beginErasure = defineCall({
  id: 'erasure.begin',
  summary: 'Erase the part of a service; returns once that is recorded, and the same again for a repeat',
  input: z.object({
    service: Service,
    target: ErasureTarget,
    /** SHA-256 of the key of the contact's e-mail address, in hexadecimal digits; null if it has none, or was deleted before. */
    email_hash: z.string().nullable().default(null),
  }),
  output: z.null(),
});

export const erasureProgress = defineCommand({
  command: 'erasure:progress',
  partOf: 'workspace:delete',
  summary: 'How far a service is with an erasure',
  input: z.object({ service: Service, target: ErasureTarget }),
  output: z.object({
    /** `unknown` if the service has not been told yet, and some days after the completion. */
    status: z.enum(['unknown', 'running', 'completed']),
    /** Rows that were deleted or cleared. */
    erased: z.int(),
  }),
});

export const deleteWorkspace = defineCommand({
  command: 'workspace:delete',
  summary: 'Revoke the credentials of a workspace immediately, and delete all its data',
  input: z.object({
    workspace: idOf('workspace'),
    confirm: text(255).describe('Name of the workspace, as a confirmation'),
  }),
  output: Begun,
  example: { workspace: 'ws_01h2xcejqtf2nbrexx3vqjhp41', confirm: 'Acme' },
  progress: erasureProgress,
});

export const resetTestData = defineCommand({
  command: 'workspace:reset-test-data',
  summary: 'Delete the test data of a workspace; live data, credentials, inboxes and webhooks stay',
  input: z.object({ workspace: idOf('workspace') }),
  output: Begun,
  example: { workspace: 'ws_01h2xcejqtf2nbrexx3vqjhp41' },
  progress: erasureProgress,
});

export const eraseContact = defineCommand({
  command: 'contact:erase',
  summary: 'Delete a contact, and what identifies it in conversations, tickets and stored copies',
  input: z.object({
    workspace: idOf('workspace'),
    contact: idOf('contact'),
    mode: Mode.default('live'),
    deleted: z.boolean().optional().describe('Erase it even if the contact was deleted before'),
  }),
  output: Begun,
  example: { workspace: 'ws_01h2xcejqtf2nbrexx3vqjhp41', contact: 'contact_01h2xcejqtf2nbrexx3vqjhp41' },
  progress: erasureProgress,
});
