import { z } from 'zod';
import { idOf } from '../id.ts';
import { defineCall } from '../call.ts';
import { Mode } from '../schema.ts';
import { WebhookStatus } from './webhook.schema.ts';

/** A webhook, for somebody who ends the credential that created it. */
export const CreatedWebhook = z.object({
  id: idOf('webhook'),
  url: z.string(),
  mode: Mode,
  status: WebhookStatus,
  credential_id: z.string(),
});
export type CreatedWebhook = z.output<typeof CreatedWebhook>;

export const listCreatedWebhooks = defineCall({
  id: 'webhook.list_created',
  summary: 'List the webhooks that credentials created, oldest first',
  input: z.object({ workspaceId: idOf('workspace'), credentialIds: z.array(z.string()).max(10_000) }),
  output: z.object({ webhooks: z.array(CreatedWebhook) }),
});
