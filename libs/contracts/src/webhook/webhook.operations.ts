import { z } from 'zod';
import { component, integer, nullableInteger, nullableString, string } from '../documented.ts';
import { defineOperation } from '../operation.ts';
import { defineResource } from '../resource.ts';
import { idOf } from '../id.ts';
import { listQuery } from '../page.ts';

import { EventFilter } from './webhook.filters.ts';
import { Webhook, webhookFields, WebhookStatus } from './webhook.schema.ts';

const WebhookWithSecret = Webhook.extend({
  secret: string('Secret, as sent or generated', 'my-super-secret'),
  signing_secret: string(
    'Signing secret in the format of Standard Webhooks libraries: `whsec_` and the base64 of the key',
    'whsec_bXktc3VwZXItc2VjcmV0',
  ),
}).meta({
  id: 'WebhookWithSecret',
  description: 'A webhook with its secret, which is returned only in this response',
});

/** 8 to 256 printable ASCII characters; after `whsec_`, canonical padded base64 of 24 to 64 bytes. */
const Secret = z
  .string()
  .min(8)
  .max(256)
  .regex(/^[\x21-\x7e]+$/, 'must be printable ASCII without spaces')
  .refine((secret) => {
    if (!secret.startsWith('whsec_')) return true;
    const encoded = secret.slice('whsec_'.length);
    const key = Buffer.from(encoded, 'base64');
    return key.toString('base64') === encoded && key.length >= 24 && key.length <= 64;
  }, 'must be canonical base64 of 24 to 64 bytes after whsec_');

const writable = {
  ...webhookFields,
  events: z
    .array(EventFilter)
    .min(1)
    .max(100)
    .transform((events) => [...new Set(events)])
    .meta({
      description: 'Event types, prefixes like `ticket.*`, or `*`',
      examples: [['ticket.*', 'contact.created']],
    }),
  secret: Secret.meta({
    description:
      'Signing secret: 8 to 256 printable ASCII characters, or `whsec_` and the base64 of 24 to 64 bytes',
    examples: ['my-super-secret'],
  }),
};

const webhooks = defineResource('webhook', Webhook, {
  path: '/v1/webhooks',
  read: 'webhooks:manage',
  write: 'webhooks:manage',
});
const WebhookParams = webhooks.params;

export const createWebhook = webhooks.create({
  description:
    'Receives the events that occur from then on. Deliveries are signed as specified by Standard Webhooks. A secret is ' +
    'generated if none is sent. The secret is returned only in this response. A workspace can have 50 webhooks in each mode, or 500 on the plan `unlimited`; ' +
    'beyond that, `too_many_items` is returned.',
  body: z.object({
    ...writable,
    secret: writable.secret.optional(),
    description: writable.description.optional(),
    rate_limit: writable.rate_limit.optional(),
    filter: writable.filter.optional(),
    status: WebhookStatus.optional(),
  }),
  response: WebhookWithSecret,
});

export const listWebhooks = webhooks.list({ query: listQuery(['created_at'], {}) });

export const getWebhook = webhooks.get();

export const updateWebhook = webhooks.update({
  description:
    'Changes only the fields that are sent. `status: disabled` cancels pending deliveries; `status: enabled` resumes with ' +
    'new events. The response contains the secret only if the request sets it.',
  body: z.object({ ...writable, status: WebhookStatus }).partial(),
  response: WebhookWithSecret.partial({ secret: true, signing_secret: true }).meta({
    id: 'ChangedWebhook',
    description: 'A webhook, with its secret if the request set it',
  }),
});

export const deleteWebhook = webhooks.delete({ description: 'Pending deliveries are cancelled.' });

export const rotateWebhookSecret = defineOperation({
  id: 'webhook.rotate_secret',
  route: 'POST /v1/webhooks/{webhook_id}/secret/rotate',
  scope: 'webhooks:manage',
  summary: 'Rotate the secret of a webhook',
  description:
    'For 24 hours, deliveries are signed with both the old and the new secret. To replace the secret immediately, update ' +
    'the webhook with `secret` instead. The new secret is generated if none is sent, and is returned only in this response.',
  params: WebhookParams,
  body: z.object({ secret: writable.secret.meta({ examples: ['my-next-secret'] }).optional() }).optional(),
  response: WebhookWithSecret,
});

export const testWebhook = defineOperation({
  id: 'webhook.test',
  route: 'POST /v1/webhooks/{webhook_id}/test',
  scope: 'webhooks:manage',
  summary: 'Send a test event',
  description:
    'Sends `webhook.test` to this webhook, even if it is disabled, and waits for the response of your endpoint. Returns ' +
    '200 even if your endpoint fails; check `success`.',
  params: WebhookParams,
  response: component('WebhookTestResult', 'Result of sending a test event', {
    success: z.boolean().describe('Whether the endpoint returned a 2xx status'),
    status_code: nullableInteger('HTTP status of the response, or null if there was none', 204),
    duration_ms: integer('Duration in milliseconds', 82),
    error: nullableString('Error of the attempt, or null if it succeeded', 'timeout'),
    delivery_id: idOf('delivery'),
  }),
});
