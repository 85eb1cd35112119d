import {
  ApiError,
  invalidParameter,
  mergeCustomFields,
  Tags,
  type Received,
  type updateTickets,
  type createTicket,
} from '@parley/contracts';
import { differences } from '@parley/kernel';
import type { NewRow, RowChanges } from '@parley/persistence';
import type { SlaTargets } from '../ticket.config.ts';
import { moveClock, startClock } from './sla.rules.ts';
import type { TicketRow } from './ticket.entity.ts';

type Draft = Omit<Received<typeof createTicket>['body'], 'contact' | 'assignee_id' | 'inbox_id'>;
type Sent = Received<typeof updateTickets>['body']['update'];
/** What a patch asks for, with uuids in the place of ids. */
export type TicketPatch = Omit<Sent, 'assignee_id' | 'inbox_id'> & {
  assignee_id?: string | null;
  inbox_id?: string | null;
};

/** A new ticket: open, with the clock of its priority running. Ids are uuids here. */
export function openTicket(
  draft: Draft,
  ids: Pick<TicketRow, 'id' | 'contact_id' | 'assignee_id' | 'inbox_id'>,
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
  patch: TicketPatch,
  at: Date,
  targets: SlaTargets,
): RowChanges<TicketRow> {
  const { custom_fields: fields, tags, add_tags: added, remove_tags: removed, ...rest } = patch;
  const asked: RowChanges<TicketRow> = { ...rest };
  if (fields !== undefined) {
    const merged = mergeCustomFields(row.custom_fields, fields);
    if (merged === null)
      throw invalidParameter('custom_fields', 'must stay within 100 keys and 16 KiB as JSON');
    asked.custom_fields = merged;
  }
  asked.tags = retag(tags ?? row.tags, added ?? [], removed ?? []);
  const next = { status: asked.status ?? row.status, priority: asked.priority ?? row.priority };
  const wanted = { ...asked, ...moveClock(row, next, at, targets) };
  return differences(row, wanted);
}

/** Tags with some added and then some taken away, without regard to case; those that stay keep place and spelling. */
function retag(tags: readonly string[], added: readonly string[], removed: readonly string[]): string[] {
  const gone = new Set(removed.map((tag) => tag.toLowerCase()));
  const result = Tags.safeParse([...tags, ...added].filter((tag) => !gone.has(tag.toLowerCase())));
  if (result.success) return result.data;
  const message = 'would make it carry more than 50 tags';
  throw new ApiError('too_many_items', { param: 'add_tags', message: `add_tags: ${message}` });
}
