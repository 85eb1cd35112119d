import {
  encodeId,
  type Id,
  type ReportGroup,
  type ReportMetric,
  type ReportResource,
} from '@parley/contracts';
import { newUuid } from '@parley/runtime/records';
import fc from 'fast-check';

/** What a report may group by, as plain values. */
interface Owned {
  team: string | null;
  assignee: string | null;
  inbox: string | null;
  channel: string | null;
  tags: readonly string[];
}

/** A record at a time, as the history of the test remembers it. */
export interface Moment extends Owned {
  at: number;
  status: 'open' | 'pending' | 'closed';
  respondedAt: number | null;
  outcome: { met: boolean; at: number } | null;
}

export interface History {
  resource: ReportResource;
  id: string;
  moments: Moment[];
  replies: number[];
  /** What it is in the end. */
  end: 'present' | 'merged' | 'deleted';
  events: HistoryEvent[];
}

/** An event as the bus brings it, for the subscriber of its type. */
export interface HistoryEvent {
  id: Id<'event'>;
  type: string;
  sequence: string;
  data: Record<string, unknown>;
  previous: Record<string, unknown> | null;
}

export const TEAMS = [newUuid(), newUuid()] as const;
export const USERS = [newUuid(), newUuid(), newUuid()] as const;
const INBOXES = [newUuid()] as const;
const TAGS = ['billing', 'vip', '=SUM(A1)'] as const;

const MINUTE = 60_000;
/** Clocks in Europe change on the 29th of March, those of Lord Howe on the 5th of April. */
export const FROM = Date.parse('2026-03-24T22:00:00.000Z');
export const UNTIL = Date.parse('2026-04-09T22:00:00.000Z');
const SPAN_MINUTES = (UNTIL - FROM) / MINUTE;

const orNone = (values: readonly string[]) => fc.option(fc.constantFrom(...values), { freq: 3 });
const owner = fc.record({
  team: orNone(TEAMS),
  assignee: orNone(USERS),
  inbox: orNone(INBOXES),
  tags: fc.subarray([...TAGS]),
});
const step = fc.record({
  after: fc.integer({ min: 1, max: SPAN_MINUTES / 4 }),
  do: fc.constantFrom(
    'close' as const,
    'close' as const,
    'reopen' as const,
    'own' as const,
    'own' as const,
    'respond' as const,
    'target' as const,
    'merge' as const,
    'unmerge' as const,
    'rename' as const,
    'delete' as const,
  ),
  owner,
  met: fc.boolean(),
  first: fc.constantFrom('team' as const, 'assignee' as const, 'inbox' as const, 'tags' as const),
});
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

export const arbitraryHistory = fc
  .record({
    resource: fc.constantFrom('ticket' as const, 'conversation' as const),
    start: fc.integer({ min: -SPAN_MINUTES / 4, max: SPAN_MINUTES - 1 }),
    owner,
    channel: fc.constantFrom('email', 'chat'),
    steps: fc.array(step, { maxLength: 8 }),
  })
  .map(({ resource, start, owner: first, channel, steps }): History => {
    const at = FROM + start * MINUTE;
    const isTicket = resource === 'ticket';
    const moment: Moment = {
      ...{ ...first, channel: isTicket ? null : channel },
      ...{ at, status: 'open', respondedAt: null, outcome: null },
    };
    const history: History = {
      resource,
      id: newUuid(),
      moments: [],
      replies: [],
      end: 'present',
      events: [],
    };
    remember(history, moment, 'created', null);
    let now = at;
    for (const one of steps) {
      now += one.after * MINUTE + 1_234;
      if (history.end === 'deleted') break;
      take(history, one, now);
    }
    return history;
  });

function take(history: History, { do: what, owner: next, met, first }: Step, at: number): void {
  const last = history.moments.at(-1) as Moment;
  const isMerged = history.end === 'merged';
  const change = (values: Partial<Moment>, fields: readonly string[]) =>
    isMerged ? undefined : remember(history, { ...last, ...values, at }, 'updated', fields);
  if (what === 'delete') tell(history, 'deleted', { id: idOf(history) });
  if (what === 'delete') history.end = 'deleted';
  else if (what === 'unmerge' && isMerged) {
    history.end = 'present';
    remember(history, { ...last, at }, 'unmerged', null);
  } else if (what === 'merge' && !isMerged) {
    history.end = 'merged';
    tell(history, 'merged', { id: idOf(history), merged_into: idOf(history) });
  } else if (what === 'close' && last.status !== 'closed') change({ status: 'closed' }, ['status']);
  else if (what === 'reopen' && last.status === 'closed') change({ status: 'open' }, ['status']);
  else if (what === 'own') change({ [first]: next[first] }, [first === 'inbox' ? 'inbox_id' : first]);
  else if (what === 'rename') change({}, ['subject']);
  else if (what === 'respond') respond(history, last, at);
  else if (what === 'target' && history.resource === 'ticket' && last.outcome === null)
    change({ outcome: { met, at } }, ['sla']);
}

function respond(history: History, last: Moment, at: number): void {
  if (history.end === 'merged') return;
  if (history.resource === 'ticket') {
    if (last.respondedAt === null)
      remember(history, { ...last, at, respondedAt: at }, 'updated', ['first_responded_at']);
    return;
  }
  history.replies.push(at);
  tell(history, 'message.created', {
    ...{ id: encodeId('message', newUuid()), conversation_id: idOf(history), type: 'reply' },
    ...{ author: { type: 'user' }, created_at: new Date(at).toISOString() },
  });
}

const idOf = ({ resource, id }: History) => encodeId(resource, id);

function tell(
  history: History,
  verb: string,
  data: Record<string, unknown>,
  previous: HistoryEvent['previous'] = null,
): void {
  const sequence = String(history.events.length + 1).padStart(19, '0');
  const type = verb.includes('.') ? verb : `${history.resource}.${verb}`;
  history.events.push({ id: encodeId('event', newUuid()), type, sequence, data, previous });
}

function remember(history: History, moment: Moment, verb: string, changed: readonly string[] | null): void {
  history.moments.push(moment);
  const previous = changed === null ? null : Object.fromEntries(changed.map((field) => [field, null]));
  tell(history, verb, recordOf(history, moment), previous);
}

const text = (at: number | null) => (at === null ? null : new Date(at).toISOString());

/** The record as its events show it. */
function recordOf(history: History, moment: Moment): Record<string, unknown> {
  const { team, assignee, inbox, channel, tags, status, at, respondedAt, outcome } = moment;
  const [first] = history.moments;
  const metric = {
    metric: 'first_response',
    status: outcome?.met === false ? 'breached' : 'on_track',
    due_at: text(outcome?.at ?? 0),
    stopped_at: text(outcome?.met === true ? outcome.at : null),
  };
  return {
    id: idOf(history),
    status,
    team: team === null ? null : { id: encodeId('team', team) },
    assignee: assignee === null ? null : { id: encodeId('user', assignee) },
    inbox_id: inbox === null ? null : encodeId('inbox', inbox),
    tags,
    created_at: text(first?.at ?? at),
    updated_at: text(at),
    closed_at: status === 'closed' ? text(at) : null,
    ...(history.resource === 'ticket'
      ? { resolved_at: null, first_responded_at: text(respondedAt), sla: { metrics: [metric] } }
      : { channel }),
  };
}

/** What a fact of a report is counted under. */
export function keysOf(moment: Owned, by: ReportGroup | null): (string | null)[] {
  if (by === null) return [null];
  if (by === 'tag') return moment.tags.length === 0 ? [null] : [...moment.tags];
  const kinds = { team: 'team', assignee: 'user', inbox: 'inbox' } as const;
  const value = moment[by];
  return [value === null || by === 'channel' ? value : encodeId(kinds[by], value)];
}

export interface PlainFact {
  at: number;
  moment: Owned;
  seconds: number | null;
  met: boolean;
}

/** What a history says of a metric other than the backlog. */
export function plainFacts(history: History, metric: ReportMetric): PlainFact[] {
  if (history.end !== 'present') return [];
  const { moments, replies } = history;
  const start = (moments[0] as Moment).at;
  const seconds = (at: number) => Math.floor((at - start) / 1_000);
  const fact = (at: number, moment: Owned, times = true, met = false): PlainFact => ({
    ...{ at, moment, met, seconds: times ? seconds(at) : null },
  });
  const pairs = moments.slice(1).map((moment, index) => [moments[index] as Moment, moment] as const);
  switch (metric) {
    case 'volume':
      return [fact(start, moments[0] as Moment, false)];
    case 'resolution':
      return pairs.flatMap(([a, b]) =>
        a.status !== 'closed' && b.status === 'closed' ? [fact(b.at, b)] : [],
      );
    case 'reopened':
      return pairs.flatMap(([a, b]) =>
        a.status === 'closed' && b.status !== 'closed' ? [fact(b.at, b, false)] : [],
      );
    case 'sla_met':
      return pairs.flatMap(([a, b]) =>
        a.outcome === null && b.outcome !== null ? [fact(b.at, b, false, b.outcome.met)] : [],
      );
    case 'first_response': {
      const first = replies[0];
      if (first !== undefined) return [fact(first, moments.findLast(({ at }) => at <= first) as Moment)];
      return pairs.flatMap(([a, b]) =>
        a.respondedAt === null && b.respondedAt !== null ? [fact(b.at, b)] : [],
      );
    }
    case 'backlog':
      return [];
  }
}

/** What the record was just before an instant, if it was open. */
export function openAt({ moments, end }: History, instant: number): Moment | undefined {
  if (end !== 'present') return undefined;
  const moment = moments.findLast(({ at }) => at < instant);
  return moment?.status === 'closed' ? undefined : moment;
}
