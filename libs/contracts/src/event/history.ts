import { z } from 'zod';
import { component } from '../documented.ts';
import { webhookEvents } from '../events.ts';
import type { IdKind } from '../id.ts';
import { LoggedEvent } from '../webhook/webhook.payload.ts';

const { id, event, timestamp, actor } = LoggedEvent.shape;

export const HistoryEntry = component('HistoryEntry', 'A change of a record', {
  id: id.describe('Id of the event'),
  event: event.meta({ description: 'Event type', examples: ['ticket.updated'] }),
  timestamp,
  actor,
  changes: z
    .record(
      z.string(),
      z.object({
        from: z.unknown().meta({ description: 'Value before the change', examples: ['open'] }),
        to: z.unknown().meta({ description: 'Value after the change', examples: ['pending'] }),
      }),
    )
    .meta({
      description: 'The fields that changed, by name; empty for the creation',
      examples: [{ status: { from: 'open', to: 'pending' } }],
    }),
});
export type HistoryEntry = z.output<typeof HistoryEntry>;

/** The events of the history of a record: of each change the one with all of its fields, not `*.status_changed` or `*.assigned`. */
export const historyTypesOf = (subject: IdKind): readonly string[] =>
  webhookEvents
    .filter(
      (definition) =>
        definition.subject === subject && /\.(created|updated|merged|unmerged|split)$/.test(definition.type),
    )
    .map(({ type }) => type);

export function toHistoryEntry(logged: LoggedEvent): HistoryEntry {
  const changed = Object.entries(logged.previous ?? {});
  return {
    id: logged.id,
    event: logged.event,
    timestamp: logged.timestamp,
    actor: logged.actor,
    changes: Object.fromEntries(
      changed.map(([field, from]) => [field, { from: from ?? null, to: logged.data[field] ?? null }]),
    ),
  };
}
