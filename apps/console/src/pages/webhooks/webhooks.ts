import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { unwrap, type PublicApi, type Schemas } from '../../api/public.ts';
import { budgetOf } from '../../live/request-budget.ts';
import { listOf } from '../../desk/filters.ts';
import type { Label } from '../../desk/labels.ts';
import { pagesQuery } from '../../desk/record-lists.ts';
import { unwrapTagged } from '../../desk/records.ts';

export type Webhook = Schemas['Webhook'];
export type WebhookChange = Schemas['UpdateWebhookRequest'];
export type WebhookWithSecret = Schemas['WebhookWithSecret'];
export type Delivery = Schemas['Delivery'];
export type DeliveryWithAttempts = Schemas['DeliveryWithAttempts'];
export type DeliveryAttempt = Schemas['DeliveryAttempt'];

export const WEBHOOK_STATUSES: Readonly<Record<string, Label>> = {
  enabled: { text: 'Enabled', tone: 'success' },
  disabled: { text: 'Disabled', tone: 'danger' },
};

/** Why a webhook is disabled, and what to do about it. */
export const DISABLED_REASONS: Readonly<Record<string, string>> = {
  gone: 'Your endpoint answered 410 Gone, so it gets nothing any more. Enable the webhook when it is back.',
  failing:
    'Your endpoint has failed for a long time. Enable the webhook when it works again, then recover what failed.',
  manual: 'Somebody disabled it. Events are not delivered until it is enabled.',
  revoked:
    'The token or the user that made it has ended, or is an admin no more. Enable it if it is still needed.',
};

/** A page of 100 is the largest that the API has; a list of webhooks is hardly ever longer. */
export const webhooksQuery = (api: PublicApi) =>
  pagesQuery([api.mode, 'webhooks', 'list'], 100, (query, signal) =>
    unwrap(api.GET('/v1/webhooks', { params: { query }, signal })),
  );

export const webhookQuery = (api: PublicApi, id: string) =>
  queryOptions({
    queryKey: [api.mode, 'webhooks', id],
    queryFn: ({ signal }) =>
      unwrapTagged(api.GET('/v1/webhooks/{webhook_id}', { params: { path: { webhook_id: id } }, signal })),
  });

/** No event tells what becomes of a delivery: while one is about to be sent, the list is read again sooner. */
const WAITING_MS = 3_000;
const IDLE_MS = 20_000;

/** When to read deliveries again: about the time of the next attempt, which may be hours away. */
export function untilNextAttempt(
  deliveries: readonly Pick<Delivery, 'status' | 'next_attempt_at'>[],
  now = Date.now(),
): number {
  const waits = deliveries
    .filter(({ status }) => isUnderway(status))
    .map(({ next_attempt_at: at }) => (at === null ? 0 : Date.parse(at) - now));
  return Math.max(WAITING_MS, Math.min(IDLE_MS, ...waits));
}

export const deliveriesQuery = (
  api: PublicApi,
  id: string,
  filters: { status: string | undefined; event: string | undefined },
) =>
  infiniteQueryOptions({
    ...pagesQuery([api.mode, 'webhooks', id, 'deliveries', filters], 25, (page, signal) => {
      const query = {
        status: listOf(filters.status) as Schemas['DeliveryStatus'][] | undefined,
        event: listOf(filters.event) as Schemas['EventType'][] | undefined,
        ...page,
      };
      const params = { path: { webhook_id: id }, query };
      return unwrap(api.GET('/v1/webhooks/{webhook_id}/deliveries', { params, signal }));
    }),
    refetchInterval: ({ state }) =>
      budgetOf(api.mode).intervalMs(untilNextAttempt(state.data?.pages[0]?.data ?? [])),
  });

export const deliveryQuery = (api: PublicApi, webhookId: string, id: string) =>
  queryOptions({
    queryKey: [api.mode, 'webhooks', webhookId, 'deliveries', 'one', id],
    queryFn: async ({ signal }) => {
      const params = { path: { webhook_id: webhookId, delivery_id: id } };
      const path = '/v1/webhooks/{webhook_id}/deliveries/{delivery_id}';
      return (await unwrap(api.GET(path, { params, signal }))).data;
    },
    refetchInterval: ({ state: { data } }) =>
      data !== undefined && isUnderway(data.status)
        ? budgetOf(api.mode).intervalMs(untilNextAttempt([data]))
        : false,
  });

/** Whether a delivery can be sent again: a test is repeated as a new one, and nothing is sent twice at a time. */
export const isResendable = ({ event, status }: Pick<Delivery, 'event' | 'status'>): boolean =>
  event !== 'webhook.test' && status !== 'sending';

/** Whether another attempt follows by itself. */
export const isUnderway = (status: string): boolean => status === 'pending' || status === 'sending';
