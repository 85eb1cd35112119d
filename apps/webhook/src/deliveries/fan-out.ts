import { uuidOf, webhookDisabled, type EventOf, type Id, type TenantEvent } from '@parley/contracts';
import type { TenantOrWorkspaceContext } from '@parley/kernel';
import type { Transaction } from '@parley/persistence';
import { findSubscriptions, insertDeliveries } from './deliveries.queries.ts';
import { deliveryBody } from './delivery-body.ts';

/** The event filters that match a type: `*`, each prefix followed by `.*`, and the type itself. */
export function filtersMatching(type: string): string[] {
  const segments = type.split('.');
  const prefixes = segments.slice(1).map((_, index) => `${segments.slice(0, index + 1).join('.')}.*`);
  return ['*', ...prefixes, type];
}

/**
 * Creates a delivery of each event for each matching subscription of its tenant, in two statements for all events, or
 * one if no subscription matches. Returns the number of new deliveries.
 * @param delayMs until the first attempt
 */
export async function fanOut(
  tx: Pick<Transaction<TenantOrWorkspaceContext>, 'system'>,
  events: readonly EventOf<TenantEvent>[],
  delayMs: number,
): Promise<number> {
  const candidates = events.map(({ id, workspaceId, mode, type, data, recordedAt }) => ({
    id: uuidOf('event', id),
    workspace_id: uuidOf('workspace', workspaceId),
    mode,
    filters: filtersMatching(type),
    recorded_at: recordedAt,
    // A subscription is not sent the event that it was disabled itself.
    excluded: type === webhookDisabled.type ? uuidOf('webhook', data.id as Id<'webhook'>) : null,
  }));
  const matches = await tx.system(findSubscriptions, [JSON.stringify(candidates)]);
  if (matches.length === 0) return 0;
  const matchedIds = new Set(matches.map((row) => row.event_id));
  const isMatched = (_: unknown, index: number) => matchedIds.has(candidates[index]?.id ?? '');
  const matched = events.filter(isMatched);
  const stored = await tx.system(insertDeliveries, [
    candidates.filter(isMatched).map(({ id }) => id),
    matched.map(({ workspaceId }) => uuidOf('workspace', workspaceId)),
    matched.map(({ mode }) => mode),
    matched.map(({ type }) => type),
    matched.map(({ time }) => time),
    matched.map(deliveryBody),
    matches.map((row) => row.event_id),
    matches.map((row) => row.webhook_id),
    delayMs,
  ]);
  return stored.length;
}
