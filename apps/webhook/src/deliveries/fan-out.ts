import { uuidOf, type Id, type Mode } from '@parley/contracts';
import type { ScopedContext } from '@parley/kernel';
import type { Transaction } from '@parley/persistence';
import { findSubscriptions, insertDeliveries } from './deliveries.queries.ts';

export interface OutgoingEvent {
  id: string;
  workspaceId: Id<'workspace'>;
  mode: Mode;
  type: string;
  time: string;
  /** Event filters of subscriptions that match this event. */
  filters: readonly string[];
  /** A subscription that must not receive it. */
  excludedWebhook: string | null;
  /** Serializes the body; called only if a subscription matches. */
  body: () => Buffer;
}

/**
 * Creates a delivery of each event for each matching subscription of its tenant, in two statements for all events, or
 * one if no subscription matches. Returns the number of new deliveries.
 * @param delayMs until the first attempt
 */
export async function fanOut(
  tx: Pick<Transaction<ScopedContext>, 'system'>,
  events: readonly OutgoingEvent[],
  delayMs: number,
): Promise<number> {
  const candidates = events.map(({ id, workspaceId, mode, filters, excludedWebhook }) => ({
    id,
    workspace_id: uuidOf('workspace', workspaceId),
    mode,
    filters,
    excluded: excludedWebhook,
  }));
  const matches = await tx.system(findSubscriptions, [JSON.stringify(candidates)]);
  if (matches.length === 0) return 0;
  const matchedIds = new Set(matches.map((row) => row.event_id));
  const matched = events.filter(({ id }) => matchedIds.has(id));
  const order = new Map(matched.map(({ id }, index) => [id, index]));
  const inOrder = matches.toSorted((a, b) => (order.get(a.event_id) ?? 0) - (order.get(b.event_id) ?? 0));
  const stored = await tx.system(insertDeliveries, [
    matched.map(({ id }) => id),
    matched.map(({ workspaceId }) => uuidOf('workspace', workspaceId)),
    matched.map(({ mode }) => mode),
    matched.map(({ type }) => type),
    matched.map(({ time }) => time),
    matched.map(({ body }) => body()),
    inOrder.map((row) => row.event_id),
    inOrder.map((row) => row.webhook_id),
    delayMs,
  ]);
  return stored.length;
}
