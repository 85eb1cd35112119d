import { dateAndTime } from '../components/time.ts';
import type { LiveEvent } from '../live/concerned-queries.ts';
import { CONVERSATION_STATUSES, labelOf, PRIORITIES, TICKET_STATUSES, humanize } from './labels.ts';

export interface HistoryEntry {
  id: string;
  event: string;
  timestamp: string;
  actor: { type: string; id: string | null };
  changes: Readonly<Record<string, { from?: unknown; to?: unknown }>>;
}

/** The entry that the API makes of an event, for a history that is shown already. */
export function historyEntryOf({
  id,
  event,
  timestamp,
  actor,
  data,
  previous = {},
}: LiveEvent): HistoryEntry {
  const changes = Object.entries(previous).map(
    ([field, from]) => [field, { from, to: data[field] ?? null }] as const,
  );
  return { id, event, timestamp, actor, changes: Object.fromEntries(changes) };
}

/** A change of one field in words; `from` is `null` where there was nothing before. */
export interface FieldChange {
  field: string;
  from: string | null;
  to: string | null;
}

/** What no reader of a history needs to know: it follows from the other changes. */
const HIDDEN = new Set([
  'id',
  'created_at',
  'updated_at',
  'closed_at',
  'last_message_at',
  'last_message_by',
  'messages_count',
  'waiting_since',
]);

const NAMES: Readonly<Record<string, string>> = {
  sla: 'SLA',
  inbox_id: 'Inbox',
  mailbox_id: 'Mailbox',
  connection_id: 'Connection',
  conversation_id: 'Conversation',
};

/** @param names of records that changes name by their ids */
export function changesOf(
  { changes }: HistoryEntry,
  names: ReadonlyMap<string, string> = new Map(),
): FieldChange[] {
  const shown = (field: string, value: unknown) =>
    (typeof value === 'string' ? names.get(value) : undefined) ?? textOf(field, value);
  return Object.entries(changes)
    .filter(([field]) => !HIDDEN.has(field))
    .map(([field, { from, to }]) => ({
      field: NAMES[field] ?? humanize(field),
      from: shown(field, from),
      to: shown(field, to),
    }))
    .filter(({ from, to }) => from !== to);
}

function textOf(field: string, value: unknown): string | null {
  if (value === null || value === undefined || value === '') return null;
  if (typeof value === 'string')
    return TIME.test(value) ? dateAndTime(new Date(value)) : labelled(field, value);
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (Array.isArray(value))
    return value.length === 0 ? null : value.map((item) => textOf(field, item) ?? '').join(', ');
  const record = value as Record<string, unknown>;
  if (field === 'sla') return labelled('sla', plain(record['status'] ?? ''));
  const name = record['name'] ?? record['email'] ?? record['address'] ?? record['id'];
  if (name !== undefined && name !== null) return plain(name);
  const text = JSON.stringify(value);
  return text === '{}' ? null : text;
}

/** A time as the API writes it. */
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

const plain = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

function labelled(field: string, value: string): string {
  if (field === 'status') return labelOf({ ...CONVERSATION_STATUSES, ...TICKET_STATUSES }, value).text;
  if (field === 'priority') return labelOf(PRIORITIES, value).text;
  return field === 'sla' ? humanize(value) : value;
}

const TITLES: Readonly<Record<string, string>> = {
  created: 'created it',
  deleted: 'deleted it',
  assigned: 'changed the assignee',
  status_changed: 'changed the status',
  sla_warning: 'The first response is due soon',
  sla_breached: 'The first response is overdue',
};

/** What an entry tells, as the rest of a sentence that begins with its actor. */
export function titleOf({ event }: HistoryEntry): string {
  return TITLES[event.split('.')[1] ?? ''] ?? 'made a change';
}
