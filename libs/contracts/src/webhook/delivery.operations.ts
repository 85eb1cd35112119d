import { z } from 'zod';
import { webhookEventTypes } from '../events.ts';
import { idOf } from '../id.ts';
import { defineOperation } from '../operation.ts';
import { listQuery, pageOf } from '../page.ts';
import { CreatedAt, Instant, Timestamp } from '../schema.ts';

export const DELIVERY_STATUSES = ['pending', 'sending', 'delivered', 'failed', 'cancelled'] as const;
export const DeliveryStatus = z.enum(DELIVERY_STATUSES).meta({
  description:
    'pending: waits for its next attempt; sending: an attempt is being made; delivered: the receiver answered 2xx; ' +
    'failed: its attempts are used up; cancelled: the subscription was disabled',
});

export const ATTEMPT_TRIGGERS = ['schedule', 'manual', 'test'] as const;

const answer = {
  status_code: z
    .int()
    .nullable()
    .meta({ description: 'What the receiver answered; null when it did not', examples: [503] }),
  error: z
    .string()
    .nullable()
    .meta({ description: 'What went wrong; null for a success', examples: ['timeout'] }),
};

export const DeliveryAttempt = z
  .object({
    at: Timestamp.meta({ description: 'When it began' }),
    duration_ms: z.int().meta({ description: 'How long it took, in milliseconds', examples: [82] }),
    trigger: z.enum(ATTEMPT_TRIGGERS).meta({
      description: 'What it was made for: the schedule, a retry by request, a test call',
    }),
    ...answer,
    response: z.string().meta({
      description: 'The first 4 KiB of what the receiver answered, where it was text',
      examples: ['upstream is down'],
    }),
    request_headers: z.record(z.string(), z.string()).meta({
      description: 'The headers that were sent; signatures are left out',
      examples: [{ 'webhook-id': 'evt_01h2xcejqtf2nbrexx3vqjhp41' }],
    }),
  })
  .meta({ id: 'DeliveryAttempt', description: 'One request to the receiver' });

export const Delivery = z
  .object({
    id: idOf('delivery'),
    webhook_id: idOf('webhook'),
    event_id: idOf('event').meta({ description: 'The header webhook-id of each attempt' }),
    event: z.string().meta({ description: 'Name of the event', examples: ['ticket.created'] }),
    status: DeliveryStatus,
    next_attempt_at: Timestamp.nullable().meta({
      description: 'When it is tried next, at the earliest; null unless pending',
    }),
    last_attempt: z
      .object({ at: Timestamp.meta({ description: 'When it began' }), ...answer })
      .nullable()
      .meta({ description: 'How the newest attempt ended; null before the first' }),
    created_at: CreatedAt,
  })
  .meta({ id: 'Delivery', description: 'An event on its way to one subscription' });
export type Delivery = z.output<typeof Delivery>;

const DeliveryWithAttempts = Delivery.extend({
  attempts: z
    .array(DeliveryAttempt)
    .meta({ description: 'The attempts, oldest first; of more than 100 the newest' }),
  payload: z.string().meta({
    description: 'The body of the requests, byte for byte',
    examples: ['{"event":"ticket.created","timestamp":"2026-11-21T06:30:00.000Z"}'],
  }),
}).meta({ id: 'DeliveryWithAttempts', description: 'A delivery with everything that was sent and answered' });

const WebhookParams = z.object({ webhook_id: idOf('webhook') });
const DeliveryParams = WebhookParams.extend({ delivery_id: idOf('delivery') });

export const listDeliveries = defineOperation({
  id: 'delivery.list',
  service: 'webhook',
  route: 'GET /v1/webhooks/{webhook_id}/deliveries',
  status: 200,
  scope: 'webhooks:manage',
  summary: 'List the deliveries of a subscription',
  description: 'Lists what was, or is to be, sent to a subscription in the last 30 days, newest first.',
  params: WebhookParams,
  query: listQuery(['created_at'], {
    status: DeliveryStatus.optional(),
    event: z
      .enum(webhookEventTypes as [string, ...string[]])
      .optional()
      .meta({ description: 'Name of the event' }),
    from: Instant.optional().meta({ description: 'Made at this instant or later' }),
    to: Instant.optional().meta({ description: 'Made before this instant' }),
  }),
  response: pageOf(Delivery),
});

export const getDelivery = defineOperation({
  id: 'delivery.get',
  service: 'webhook',
  route: 'GET /v1/webhooks/{webhook_id}/deliveries/{delivery_id}',
  status: 200,
  scope: 'webhooks:manage',
  summary: 'Read a delivery with every attempt',
  params: DeliveryParams,
  response: DeliveryWithAttempts,
});

export const retryDelivery = defineOperation({
  id: 'delivery.retry',
  service: 'webhook',
  route: 'POST /v1/webhooks/{webhook_id}/deliveries/{delivery_id}/retry',
  status: 200,
  scope: 'webhooks:manage',
  summary: 'Send a delivery again, now',
  description:
    'Sends the same bytes with the same `webhook-id` once more, whatever became of it before, and may be repeated. An ' +
    'attempt that is being made is not doubled. Should it fail, the schedule begins anew. A disabled subscription is ' +
    'sent nothing: 422.',
  params: DeliveryParams,
  response: Delivery,
});

export const recoverDeliveries = defineOperation({
  id: 'delivery.recover',
  service: 'webhook',
  route: 'POST /v1/webhooks/{webhook_id}/recover',
  status: 200,
  scope: 'webhooks:manage',
  summary: 'Send again what failed',
  description:
    'Sends what failed in a span of time again, and nothing that was delivered: after an outage of the receiver. Takes ' +
    'up to 10,000 at once, oldest first; `has_more` tells to ask again. A disabled subscription is sent nothing: 422.',
  params: WebhookParams,
  body: z.object({
    since: Instant.meta({ description: 'Deliveries made at this instant or later' }),
    until: Instant.optional().meta({
      description: 'Deliveries made before this instant; without it, until now',
    }),
  }),
  response: z
    .object({
      recovered: z.int().meta({ description: 'How many are sent again', examples: [17] }),
      has_more: z.boolean().meta({ description: 'Whether some are left' }),
    })
    .meta({ id: 'Recovery', description: 'What is sent again' }),
});
