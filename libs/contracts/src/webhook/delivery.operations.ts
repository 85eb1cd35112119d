import { z } from 'zod';
import { component, integer, nullableInteger, nullableString, string } from '../documented.ts';
import { webhookEventTypes } from '../events.ts';
import { idOf } from '../id.ts';
import { defineOperation } from '../operation.ts';
import { anyOf, createdRange, listQuery, pageOf } from '../page.ts';
import { CreatedAt, Instant, Timestamp } from '../schema.ts';

export const DELIVERY_STATUSES = ['pending', 'sending', 'delivered', 'failed', 'cancelled'] as const;
export const DeliveryStatus = z.enum(DELIVERY_STATUSES).meta({
  id: 'DeliveryStatus',
  description:
    'Status of the delivery. `pending`: waiting for its next attempt; `sending`: an attempt is in progress; `delivered`: ' +
    'the endpoint returned 2xx; `failed`: no attempts are left; `cancelled`: the webhook was disabled',
});

export const ATTEMPT_TRIGGERS = ['schedule', 'manual', 'test'] as const;

const outcome = {
  status_code: nullableInteger('HTTP status of the response, or null if there was none', 503),
  error: nullableString('Error of the attempt, or null if it succeeded', 'timeout'),
};

export const DeliveryAttempt = component('DeliveryAttempt', 'One HTTP request to the endpoint', {
  started_at: Timestamp.describe('Start time of the attempt'),
  duration_ms: integer('Duration in milliseconds', 82),
  trigger: z
    .enum(ATTEMPT_TRIGGERS)
    .describe('Cause of the attempt: the retry schedule, a manual retry or a test event'),
  ...outcome,
  response: string('First 4 KiB of the response body, if it is text', 'upstream is down'),
  request_headers: z.record(z.string(), z.string()).meta({
    description: 'Request headers, without signatures',
    examples: [{ 'webhook-id': 'evt_01h2xcejqtf2nbrexx3vqjhp41' }],
  }),
});

export const Delivery = component('Delivery', 'The delivery of one event to one webhook', {
  id: idOf('delivery'),
  webhook_id: idOf('webhook'),
  event_id: idOf('event').describe('Id of the event, sent as the header `webhook-id`'),
  event: string('Event type', 'ticket.created'),
  status: DeliveryStatus,
  next_attempt_at: Timestamp.nullable().describe('Earliest time of the next attempt; null unless pending'),
  last_attempt: z
    .object({ started_at: Timestamp.describe('Start time of the attempt'), ...outcome })
    .nullable()
    .describe('Result of the latest attempt, or null if there was none'),
  created_at: CreatedAt,
});
export type Delivery = z.output<typeof Delivery>;

const DeliveryWithAttempts = Delivery.extend({
  attempts: z.array(DeliveryAttempt).describe('Latest 100 attempts, oldest first'),
  payload: z.string().meta({
    description: 'Exact request body',
    contentMediaType: 'application/json',
    contentSchema: { $ref: '#/components/schemas/WebhookEvent' },
    examples: ['{"event":"ticket.created","timestamp":"2026-11-21T06:30:00.000Z"}'],
  }),
}).meta({ id: 'DeliveryWithAttempts', description: 'A delivery with its payload and attempts' });

const EventType = z
  .enum(webhookEventTypes as [string, ...string[]])
  .meta({ id: 'EventType', description: 'Event type' });

const WebhookParams = z.object({ webhook_id: idOf('webhook') });
const DeliveryParams = WebhookParams.extend({ delivery_id: idOf('delivery') });

export const listDeliveries = defineOperation({
  id: 'delivery.list',
  route: 'GET /v1/webhooks/{webhook_id}/deliveries',
  scope: 'webhooks:manage',
  summary: 'List the deliveries of a webhook',
  description: 'Returns the deliveries of the last 30 days, newest first by default.',
  params: WebhookParams,
  query: listQuery(['created_at'], {
    status: anyOf(DeliveryStatus, { description: 'Status of the delivery', examples: ['failed'] }),
    event: anyOf(EventType, { description: 'Event type', examples: ['ticket.created,ticket.updated'] }),
    ...createdRange,
  }),
  response: pageOf(Delivery),
});

export const getDelivery = defineOperation({
  id: 'delivery.get',
  route: 'GET /v1/webhooks/{webhook_id}/deliveries/{delivery_id}',
  scope: 'webhooks:manage',
  summary: 'Retrieve a delivery',
  params: DeliveryParams,
  response: DeliveryWithAttempts,
});

export const retryDelivery = defineOperation({
  id: 'delivery.retry',
  route: 'POST /v1/webhooks/{webhook_id}/deliveries/{delivery_id}/retry',
  scope: 'webhooks:manage',
  summary: 'Retry a delivery',
  description:
    'Sends the same payload with the same `webhook-id` again, even if it was delivered. An attempt in progress is not ' +
    'duplicated. If the attempt fails, the retry schedule starts over. Returns 422 if the webhook is disabled.',
  params: DeliveryParams,
  response: Delivery,
});

export const recoverDeliveries = defineOperation({
  id: 'delivery.recover',
  route: 'POST /v1/webhooks/{webhook_id}/recover',
  scope: 'webhooks:manage',
  summary: 'Replay failed deliveries',
  description:
    'Retries the failed deliveries of a time range, for example after an outage of your endpoint. Replays up to 10,000, ' +
    'oldest first; repeat the request while `has_more` is true. Returns 422 if the webhook is disabled.',
  params: WebhookParams,
  body: z.object({
    created_after: Instant.describe('Earliest creation time (inclusive)'),
    created_before: createdRange.created_before.describe(
      'Latest creation time (exclusive); the current time by default',
    ),
  }),
  response: component('Recovery', 'Result of a replay', {
    recovered: integer('Number of replayed deliveries', 17),
    has_more: z.boolean().describe('Whether failed deliveries remain in the range'),
  }),
});
