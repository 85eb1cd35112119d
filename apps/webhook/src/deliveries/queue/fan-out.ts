import {
  API_VERSION,
  encodeId,
  namesLiteral,
  receivesEvent,
  uuidOf,
  webhookDisabled,
  type EventDefinition,
  type EventOf,
  type Id,
  type Message,
  type TenantEvent,
} from '@parley/contracts';
import type { TenantOrWorkspaceContext } from '@parley/runtime/context';
import type { Transaction } from '@parley/persistence';
import { findSubscriptions, storeEvents } from './deliveries.queries.ts';
import { findRedacted, REDACTABLE } from '../../event-log/redaction.queries.ts';

/** Less than the shortest delay of a retry, by which a later event can come first. */
const LATE_AFTER_MS = 500;

/** The event filters that match a type: `*`, each prefix followed by `.*`, and the type itself. */
export function filtersMatching(type: string): string[] {
  const segments = type.split('.');
  const prefixes = segments.slice(1).map((_, index) => `${segments.slice(0, index + 1).join('.')}.*`);
  return ['*', ...prefixes, type];
}

/** Stores and logs events of any tenants with a delivery for each matching subscription, due in `delayMs`; returns how many. */
export async function storeAndFanOut(
  tx: Pick<Transaction<TenantOrWorkspaceContext>, 'system'>,
  received: readonly EventOf<TenantEvent>[],
  delayMs: number,
): Promise<number> {
  const events = await withoutRedacted(tx, received);
  const candidates = events.map(({ id, workspaceId, mode, type, data, recordedAt }) => ({
    id: uuidOf('event', id),
    workspace_id: uuidOf('workspace', workspaceId),
    mode,
    filters: filtersMatching(type),
    recorded_at: recordedAt,
    // A subscription is not sent the event that it was disabled itself.
    excluded: type === webhookDisabled.type ? uuidOf('webhook', data.id as Id<'webhook'>) : null,
  }));
  const byId = new Map(events.map((event, index) => [candidates[index]?.id, event]));
  const subscriptions = await tx.system(findSubscriptions, [JSON.stringify(candidates)]);
  const matches = subscriptions.filter(({ event_id: id, filter, created_by_user: user }) => {
    const event = byId.get(id);
    if (filter === null || event === undefined) return true;
    const me = user === null ? null : encodeId('user', user);
    return receivesEvent(filter, event, { now: new Date(event.time), me });
  });
  const bodies = events.map(deliveryBody);
  const created = await tx.system(storeEvents, [
    candidates.map(({ id }) => id),
    candidates.map(({ workspace_id: workspace }) => workspace),
    events.map(({ mode }) => mode),
    events.map(({ type }) => type),
    events.map(({ data }) => data.id),
    events.map(({ time }) => time),
    bodies,
    matches.map((row) => row.event_id),
    matches.map((row) => row.webhook_id),
    delayMs,
    events.map(({ traceparent }) => traceparent),
    events.map(({ tracestate }) => tracestate ?? null),
    bodies.map((body) => namesLiteral(body.toString())),
    events.map(({ actor }) => actor.credential?.id ?? null),
  ]);
  return created.length;
}

/** Leaves out messages that were redacted since: the events of these came first, as only a late event allows. */
async function withoutRedacted(
  tx: Pick<Transaction<TenantOrWorkspaceContext>, 'system'>,
  events: readonly EventOf<TenantEvent>[],
): Promise<readonly EventOf<TenantEvent>[]> {
  const late = events.filter(
    ({ type, data, recordedAt }) =>
      REDACTABLE.includes(type) &&
      (data as Partial<Message>).redacted_at == null &&
      Date.now() - Date.parse(recordedAt) > LATE_AFTER_MS,
  );
  if (late.length === 0) return events;
  const rows = await tx.system(findRedacted, [
    late.map(({ workspaceId }) => uuidOf('workspace', workspaceId)),
    late.map(({ mode }) => mode),
    late.map(({ data }) => data.id),
    late.map(({ recordedAt }) => recordedAt),
  ]);
  const redacted = new Set(rows.map(({ place }) => late[Number(place) - 1]));
  return events.filter((event) => !redacted.has(event));
}

type Deliverable = Omit<
  EventOf<EventDefinition>,
  'recordedAt' | 'sequence' | 'requestId' | 'traceparent' | 'tracestate'
>;

/** The body of all attempts: they must send and sign the same bytes. */
export function deliveryBody(event: Deliverable): Buffer {
  return Buffer.from(
    JSON.stringify({
      id: event.id,
      event: event.type,
      api_version: API_VERSION,
      timestamp: new Date(event.time).toISOString(),
      workspace_id: event.workspaceId,
      mode: event.mode,
      actor: event.actor,
      ...event.attributes,
      data: event.data,
      ...(event.previous === null ? {} : { previous: event.previous }),
    }),
  );
}
