import {
  invalidParameter,
  mergeCustomFields,
  type Received,
  type updateTicket,
  type createTicket,
} from '@parley/contracts';
import { differences } from '@parley/kernel';
import type { NewRow, RowChanges } from '@parley/persistence';
import type { SlaTargets } from '../ticket.config.ts';
import { moveClock, startClock } from './sla.rules.ts';
import type { TicketRow } from './ticket.entity.ts';

type Draft = Omit<Received<typeof createTicket>['body'], 'contact' | 'assignee_id'>;
type Patch = Omit<Received<typeof updateTicket>['body'], 'assignee_id'> & { assignee_id?: string | null };

/** A new ticket: open, with the clock of its priority running. Ids are uuids here. */
export function openTicket(
  draft: Draft,
  ids: { id: string; contact_id: string | null; assignee_id: string | null },
  at: Date,
  targets: SlaTargets,
): NewRow<TicketRow> {
  return {
    ...ids,
    subject: draft.subject,
    description: draft.description,
    status: 'open',
    priority: draft.priority,
    tags: draft.tags,
    custom_fields: mergeCustomFields({}, draft.custom_fields) ?? {},
    ...startClock(draft.priority, at, targets),
    first_responded_at: null,
    created_at: at,
  };
}

/** What a patch changes in a ticket; empty when it asks for what already is. Any status may follow any other. */
export function changeTicket(
  row: TicketRow,
  patch: Patch,
  at: Date,
  targets: SlaTargets,
): RowChanges<TicketRow> {
  const { custom_fields: fields, ...rest } = patch;
  const asked: RowChanges<TicketRow> = { ...rest };
  if (fields !== undefined) {
    const merged = mergeCustomFields(row.custom_fields, fields);
    if (merged === null)
      throw invalidParameter('custom_fields', 'must stay within 100 keys and 16 KiB as JSON');
    asked.custom_fields = merged;
  }
  const next = { status: asked.status ?? row.status, priority: asked.priority ?? row.priority };
  const wanted = { ...asked, ...moveClock(row, next, at, targets) };
  return differences(row, wanted);
}
