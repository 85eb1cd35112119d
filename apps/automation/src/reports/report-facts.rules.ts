import { uuidOf, type Conversation, type Ticket } from '@parley/contracts';

/** What a report can see of a record after a change of it. */
export interface Change {
  event_id: string;
  at: Date;
  created_at: Date;
  /** Neither resolved nor closed. */
  is_open: boolean;
  team_id: string | null;
  assignee_id: string | null;
  inbox_id: string | null;
  channel: string | null;
  tags: string[];
  first_responded_at: Date | null;
  sla_outcome: 'met' | 'breached' | null;
  sla_outcome_at: Date | null;
}

export type FactType =
  | 'created'
  | 'first_response'
  | 'resolved'
  | 'reopened'
  | 'sla_met'
  | 'sla_breached'
  | 'open';

export interface Fact extends Pick<
  Change,
  'event_id' | 'at' | 'team_id' | 'assignee_id' | 'inbox_id' | 'channel' | 'tags'
> {
  type: FactType;
  /** The end of a time in which the record was open; null while it is, and for other facts. */
  until: Date | null;
  seconds: number | null;
}

type Reported = Ticket | Conversation;

const SEEN = ['status', 'team', 'assignee', 'inbox_id', 'tags', 'first_responded_at', 'sla'] as const;

/** Whether an update with these old values changed anything that a report can see. */
export const isSeen = (previous: object | null): boolean =>
  previous !== null && SEEN.some((field) => field in previous);

/** A record after the event that made it what it is. `previous`: the old values of an update, null for a creation. */
export function changeOf(eventId: string, record: Reported, previous: object | null): Change {
  const { team, assignee, inbox_id: inbox, tags } = record;
  return {
    event_id: eventId,
    at: new Date(previous === null ? record.created_at : timeOfChange(record, previous)),
    created_at: new Date(record.created_at),
    is_open: isOpen(record),
    team_id: team === null ? null : uuidOf('team', team.id),
    assignee_id: assignee === null ? null : uuidOf('user', assignee.id),
    inbox_id: inbox === null ? null : uuidOf('inbox', inbox),
    channel: 'channel' in record ? record.channel : null,
    tags,
    first_responded_at: 'channel' in record ? null : dateOf(record.first_responded_at),
    ...('channel' in record ? { sla_outcome: null, sla_outcome_at: null } : outcomeOf(record)),
  };
}

const isOpen = ({ status }: Reported): boolean => status === 'open' || status === 'pending';
const dateOf = (text: string | null): Date | null => (text === null ? null : new Date(text));

/** The time that the record itself shows for the end of the work on it is that of the change. */
function timeOfChange(record: Reported, previous: object): string {
  if (!('status' in previous)) return record.updated_at;
  return endOf(record) ?? record.updated_at;
}

function endOf(record: Reported): string | null {
  if (record.status === 'closed') return record.closed_at;
  return record.status === 'resolved' && 'resolved_at' in record ? record.resolved_at : null;
}

/** What became of the target of the first response; nothing while the timer runs. */
function outcomeOf({ sla }: Ticket): Pick<Change, 'sla_outcome' | 'sla_outcome_at'> {
  const metric = sla?.metrics[0];
  if (metric?.status === 'breached')
    return { sla_outcome: 'breached', sla_outcome_at: new Date(metric.due_at) };
  const stopped = dateOf(metric?.stopped_at ?? null);
  return { sla_outcome: stopped === null ? null : 'met', sla_outcome_at: stopped };
}

/** A record of which nothing is known before: as it is, since its creation or the end of the work on it. */
export function firstChangeOf(eventId: string, record: Reported): Change {
  const change = changeOf(eventId, record, {});
  const end = endOf(record);
  return { ...change, at: end === null ? change.created_at : new Date(end) };
}

/**
 * The facts that follow from changes of a record, in their order; `before` is the one in front of them. Each depends on the change
 * and its neighbors alone, so that a change that arrives late corrects the next one and no other.
 */
export function factsOf(changes: readonly Change[], before: Change | undefined): Fact[] {
  return changes.flatMap((change, index) =>
    factsOfOne(change, index === 0 ? before : changes[index - 1], changes[index + 1]),
  );
}

function factsOfOne(change: Change, before: Change | undefined, next: Change | undefined): Fact[] {
  const { event_id, team_id, assignee_id, inbox_id, channel, tags, at, created_at: created } = change;
  const owned = { event_id, team_id, assignee_id, inbox_id, channel, tags };
  const fact = (type: FactType, time: Date, more: Partial<Fact> = {}): Fact => ({
    ...owned,
    type,
    at: time,
    until: null,
    seconds: null,
    ...more,
  });
  const timed = (type: FactType, time: Date) => fact(type, time, { seconds: secondsBetween(created, time) });
  const facts: Fact[] = [];
  if (before === undefined) facts.push(fact('created', created));
  const start = before === undefined ? created : at;
  if (change.is_open) facts.push(fact('open', start, { until: next?.at ?? null }));
  // What was known first as closed was open until then.
  else if (before === undefined && at > created) facts.push(fact('open', created, { until: at }));
  if (!change.is_open && (before === undefined || before.is_open)) facts.push(timed('resolved', at));
  if (change.is_open && before?.is_open === false) facts.push(fact('reopened', at));
  const { first_responded_at: responded, sla_outcome: outcome, sla_outcome_at: outcomeAt } = change;
  if (responded !== null && (before?.first_responded_at ?? null) === null)
    facts.push(timed('first_response', responded));
  if (outcome !== null && outcomeAt !== null && outcome !== (before?.sla_outcome ?? null))
    facts.push(fact(`sla_${outcome}`, outcomeAt));
  return facts;
}

/** Whole seconds. Clocks of two processes may differ by a little. */
const secondsBetween = (from: Date, to: Date): number =>
  Math.max(0, Math.floor((to.getTime() - from.getTime()) / 1_000));
