import { uuidOf, type Id, type Mode } from '@parley/contracts';
import type { ScopedContext } from '@parley/kernel';
import type { Transaction } from '@parley/persistence';
import { findSubscriptions, insertDeliveries } from './deliveries.queries.ts';

/** An event as it is stored to be delivered. */
export interface Happening {
  id: string;
  workspaceId: Id<'workspace'>;
  mode: Mode;
  type: string;
  time: string;
  /** The filters of subscriptions that want it. */
  filters: readonly string[];
  /** A subscription that must not get it. */
  except: string | null;
  /** What receivers get. Asked for only when there is one. */
  body: () => Buffer;
}

/**
 * Stores deliveries of events, of whatever tenants, to all subscriptions that want them: in two statements, or in one
 * when nobody does. Answers how many deliveries are new.
 * @param delayMs until the first attempt
 */
export async function storeDeliveries(
  tx: Pick<Transaction<ScopedContext>, 'system'>,
  events: readonly Happening[],
  delayMs: number,
): Promise<number> {
  const asked = events.map(({ id, workspaceId, mode, filters, except }) => ({
    id,
    workspace_id: uuidOf('workspace', workspaceId),
    mode,
    filters,
    excluded: except,
  }));
  const wanted = await tx.system(findSubscriptions, [JSON.stringify(asked)]);
  if (wanted.length === 0) return 0;
  const wantedEvents = new Set(wanted.map((row) => row.event_id));
  const kept = events.filter(({ id }) => wantedEvents.has(id));
  const place = new Map(kept.map(({ id }, index) => [id, index]));
  const inOrder = wanted.toSorted((a, b) => (place.get(a.event_id) ?? 0) - (place.get(b.event_id) ?? 0));
  const stored = await tx.system(insertDeliveries, [
    kept.map(({ id }) => id),
    kept.map(({ workspaceId }) => uuidOf('workspace', workspaceId)),
    kept.map(({ mode }) => mode),
    kept.map(({ type }) => type),
    kept.map(({ time }) => time),
    kept.map(({ body }) => body()),
    inOrder.map((row) => row.event_id),
    inOrder.map((row) => row.webhook_id),
    delayMs,
  ]);
  return stored.length;
}
