import type { EventOf, TenantEvent } from '@parley/contracts';
import { type TenantContext } from '@parley/runtime/context';
import { newId } from '@parley/runtime/records';
import { STATUS, type ClaimedDelivery } from './queue/deliveries.queries.ts';

export type LeasedDelivery = Pick<ClaimedDelivery, 'id' | 'webhook_id' | 'attempts_used'> &
  Partial<Pick<ClaimedDelivery, 'workspace_id' | 'event_id' | 'day'>> & {
    lease_token: string | null;
  };

export interface Outcome {
  status: keyof typeof STATUS;
  waitMs?: number;
  used?: number;
  startedAt?: Date;
  pauseMs?: number;
  url?: string;
}

/** An event of this tenant, as a subscriber receives it. */
export function eventOf(ctx: TenantContext, event: Partial<EventOf<TenantEvent>> = {}): EventOf<TenantEvent> {
  return {
    id: newId('event'),
    type: 'ticket.created',
    time: new Date().toISOString(),
    recordedAt: new Date(Date.now() + 1).toISOString(),
    ...ctx.tenant,
    actor: ctx.actor,
    sequence: '1',
    requestId: null,
    traceparent: null,
    data: { id: 'x' },
    previous: null,
    ...event,
  };
}

/** The result of an attempt, as it is stored. */
export function resultRow(delivery: LeasedDelivery, result: Outcome) {
  return {
    id: delivery.id,
    webhook_id: delivery.webhook_id,
    workspace_id: delivery.workspace_id,
    event_id: delivery.event_id,
    day: delivery.day,
    lease_token: delivery.lease_token,
    trigger: 'schedule',
    started_at: result.startedAt ?? new Date(),
    duration_ms: 12,
    status_code: result.status === 'delivered' ? 204 : 500,
    error: result.status === 'delivered' ? null : 'unexpected_status',
    response_snippet: 'snippet',
    request_headers: { 'webhook-id': 'evt_1' },
    status: STATUS[result.status],
    wait_ms: result.waitMs ?? 0,
    url: result.url ?? 'https://example.com/hook',
    pause_ms: result.pauseMs ?? null,
    attempts_used: result.used ?? delivery.attempts_used + 1,
  };
}
