import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { components } from '../../../dist/generated/openapi.d.ts';
import { unwrap, type Mode, type PublicApi } from '../../api/public.ts';
import { unlessKept } from '../../live/kept-pages.ts';
import { budgetOf } from '../../live/request-budget.ts';
import type { Filters } from '../../desk/filters.ts';
import type { Label } from '../../desk/labels.ts';
import { unwrapTagged } from '../../desk/records.ts';

type Schemas = components['schemas'];
export type Webhook = Schemas['Webhook'];
export type WebhookChange = Schemas['UpdateWebhookRequest'];
export type NewWebhookBody = Schemas['CreateWebhookRequest'];
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
  revoked: 'The token or the user that made it has ended. Enable it if it is still needed.',
};

/** A page of 100 is the largest that the API has; a list of webhooks is hardly ever longer. */
export const webhooksQuery = (api: PublicApi, mode: Mode) =>
  infiniteQueryOptions({
    queryKey: [mode, 'webhooks', 'list'],
    queryFn: (context) => {
      const { pageParam, signal } = context;
      const query = { per_page: 100, ...(pageParam === '' ? {} : { cursor: pageParam }) };
      return unlessKept(context, () => unwrap(api.GET('/v1/webhooks', { params: { query }, signal })));
    },
    initialPageParam: '',
    getNextPageParam: ({ meta }) => meta.next_cursor ?? undefined,
  });

export const webhookQuery = (api: PublicApi, mode: Mode, id: string) =>
  queryOptions({
    queryKey: [mode, 'webhooks', id],
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

export const deliveriesQuery = (api: PublicApi, mode: Mode, id: string, filters: Filters) =>
  infiniteQueryOptions({
    queryKey: [mode, 'webhooks', id, 'deliveries', filters['status'], filters['event']],
    queryFn: (context) => {
      const { pageParam, signal } = context;
      const query = {
        status: filters['status'] as Schemas['DeliveryStatus'] | undefined,
        event: filters['event'] as Schemas['EventType'] | undefined,
        per_page: 25,
        ...(pageParam === '' ? {} : { cursor: pageParam }),
      };
      const params = { path: { webhook_id: id }, query };
      return unlessKept(context, () =>
        unwrap(api.GET('/v1/webhooks/{webhook_id}/deliveries', { params, signal })),
      );
    },
    initialPageParam: '',
    getNextPageParam: ({ meta }) => meta.next_cursor ?? undefined,
    placeholderData: (before) => before,
    refetchInterval: ({ state }) =>
      budgetOf(mode).intervalMs(untilNextAttempt(state.data?.pages[0]?.data ?? [])),
  });

export const deliveryQuery = (api: PublicApi, mode: Mode, webhookId: string, id: string) =>
  queryOptions({
    queryKey: [mode, 'webhooks', webhookId, 'deliveries', 'one', id],
    queryFn: async ({ signal }) => {
      const path = { webhook_id: webhookId, delivery_id: id };
      return (
        await unwrap(
          api.GET('/v1/webhooks/{webhook_id}/deliveries/{delivery_id}', { params: { path }, signal }),
        )
      ).data;
    },
    refetchInterval: ({ state: { data } }) =>
      data !== undefined && isUnderway(data.status)
        ? budgetOf(mode).intervalMs(untilNextAttempt([data]))
        : false,
  });

/** Whether a delivery can be sent again: a test is repeated as a new one, and nothing is sent twice at a time. */
export const isResendable = ({ event, status }: Pick<Delivery, 'event' | 'status'>): boolean =>
  event !== 'webhook.test' && status !== 'sending';

/** Whether another attempt follows by itself. */
export const isUnderway = (status: string): boolean => status === 'pending' || status === 'sending';
