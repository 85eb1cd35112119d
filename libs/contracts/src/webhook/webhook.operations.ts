import { z } from 'zod';
import { noContent, defineOperation } from '../operation.ts';
import { idOf } from '../id.ts';
import { listQuery, pageOf } from '../page.ts';
import { text } from '../schema.ts';
import { eventFilterMatchesAny } from './webhook.filters.ts';
import { Webhook, WebhookStatus } from './webhook.schema.ts';

const WebhookWithSecret = Webhook.extend({
  secret: z.string().meta({ description: 'As it was sent or generated', examples: ['my-super-secret'] }),
  signing_secret: z.string().meta({
    description: 'whsec_ and base64 of the signing key: what every Standard Webhooks library takes as it is',
    examples: ['whsec_bXktc3VwZXItc2VjcmV0'],
  }),
}).meta({ id: 'WebhookWithSecret', description: 'A subscription with its secret, shown this once' });

const WebhookParams = z.object({ webhook_id: idOf('webhook') });

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
  }, 'after whsec_ must be canonical base64 of 24 to 64 bytes');

const EventFilter = z
  .string()
  .refine(eventFilterMatchesAny, 'must be the name of an event, a prefix like ticket.*, or *');

const writable = {
  url: text(2048).meta({
    description: 'http or https address that receives POST requests',
    examples: ['https://example.com/hooks'],
  }),
  events: z
    .array(EventFilter)
    .min(1)
    .max(100)
    .transform((events) => [...new Set(events)])
    .meta({
      description: 'Names of events; ticket.* and * work too',
      examples: [['ticket.*', 'contact.created']],
    }),
  secret: Secret.meta({
    description: 'Key of the signatures: printable ASCII, or whsec_ and base64 of 24 to 64 bytes',
    examples: ['my-super-secret'],
  }),
  rate_limit: z
    .int()
    .min(1)
    .max(1_000)
    .nullable()
    .meta({
      description:
        'Requests a second that the receiver is sent at most, retries included; null for no limit. A second without ' +
        'any saves up one more second of them: any n seconds see at most n + 1 times as many begin',
      examples: [20],
    }),
};

export const createWebhook = defineOperation({
  id: 'webhook.create',
  service: 'webhook',
  route: 'POST /v1/webhooks',
  status: 201,
  scope: 'webhooks:manage',
  summary: 'Subscribe to events; a secret is generated when none is given',
  description:
    'Every event that the subscription asks for is sent to its address from now on, signed as Standard Webhooks. The ' +
    'secret is in this answer and in no later one.',
  body: z.object({
    ...writable,
    secret: writable.secret.optional(),
    rate_limit: writable.rate_limit.optional(),
  }),
  response: WebhookWithSecret,
});

export const listWebhooks = defineOperation({
  id: 'webhook.list',
  service: 'webhook',
  route: 'GET /v1/webhooks',
  status: 200,
  scope: 'webhooks:manage',
  summary: 'List subscriptions',
  query: listQuery(['created_at'], {}),
  response: pageOf(Webhook),
});

export const getWebhook = defineOperation({
  id: 'webhook.get',
  service: 'webhook',
  route: 'GET /v1/webhooks/{webhook_id}',
  status: 200,
  scope: 'webhooks:manage',
  summary: 'Read a subscription',
  params: WebhookParams,
  response: Webhook,
});

export const updateWebhook = defineOperation({
  id: 'webhook.update',
  service: 'webhook',
  route: 'PATCH /v1/webhooks/{webhook_id}',
  status: 200,
  scope: 'webhooks:manage',
  summary: 'Change a subscription; disabling it cancels what is pending',
  description:
    'Changes the fields that are sent. `status: disabled` cancels pending deliveries, `status: enabled` takes up new ' +
    'events again. The secret is in the answer only where the request sets it.',
  params: WebhookParams,
  body: z.object({ ...writable, status: WebhookStatus }).partial(),
  response: WebhookWithSecret.partial({ secret: true, signing_secret: true }).meta({
    id: 'ChangedWebhook',
    description: 'A subscription, with its secret where the request set it',
  }),
});

export const deleteWebhook = defineOperation({
  id: 'webhook.delete',
  service: 'webhook',
  route: 'DELETE /v1/webhooks/{webhook_id}',
  status: 204,
  scope: 'webhooks:manage',
  summary: 'Unsubscribe; pending deliveries are cancelled',
  params: WebhookParams,
  response: noContent,
});

export const rotateWebhookSecret = defineOperation({
  id: 'webhook.rotate_secret',
  service: 'webhook',
  route: 'POST /v1/webhooks/{webhook_id}/secret/rotate',
  status: 200,
  scope: 'webhooks:manage',
  summary: 'Replace the secret; both sign for 24 hours',
  description:
    'Gives the subscription another secret. For 24 hours each delivery carries a signature of either, so that the receiver ' +
    'can change over without losing one. A PATCH that sets `secret` replaces it at once instead. The new secret is in this ' +
    'answer and in no later one.',
  params: WebhookParams,
  body: z.object({ secret: writable.secret.optional() }).optional(),
  response: WebhookWithSecret,
});

export const testWebhook = defineOperation({
  id: 'webhook.test',
  service: 'webhook',
  route: 'POST /v1/webhooks/{webhook_id}/test',
  status: 200,
  scope: 'webhooks:manage',
  summary: 'Send a test event now and say how the receiver answered',
  description:
    'Sends `webhook.test` to this subscription alone, also to a disabled one, and waits for the receiver. The status is ' +
    '200 also when the receiver fails; `success` tells.',
  params: WebhookParams,
  response: z
    .object({
      success: z.boolean().meta({ description: 'Whether the receiver answered 2xx' }),
      status_code: z
        .int()
        .nullable()
        .meta({ description: 'What it answered; null when it did not', examples: [204] }),
      duration_ms: z.int().meta({ description: 'How long it took, in milliseconds', examples: [82] }),
      error: z
        .string()
        .nullable()
        .meta({ description: 'What went wrong; null for a success', examples: ['timeout'] }),
      delivery_id: idOf('delivery'),
    })
    .meta({ id: 'WebhookTestResult', description: 'How the receiver answered a test event' }),
});
