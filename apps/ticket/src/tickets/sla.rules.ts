import {
  SLA_STATUSES,
  type Priority,
  type SlaStatus,
  type SlaTargets,
  type TicketStatus,
} from '@parley/contracts';
import type { TicketRow } from './ticket.entity.ts';

/** The last quarter of the time to the first response. */
const WARNING_FROM = 0.75;

export type SlaClock = Pick<
  TicketRow,
  'sla_started_at' | 'sla_warning_at' | 'sla_due_at' | 'sla_stopped_status' | 'first_responded_at'
>;

/** A clock that starts now (decisions.md section 2, "SLA"). */
export function startClock(
  priority: Priority,
  at: Date,
  targets: SlaTargets,
): Omit<SlaClock, 'first_responded_at'> {
  return { sla_started_at: at, ...timesOf(at, targets[priority]), sla_stopped_status: null };
}

/** When a clock warns and when it is due; both are stored, so that lists can be filtered by them. */
function timesOf(start: Date, target: number): Pick<SlaClock, 'sla_warning_at' | 'sla_due_at'> {
  return {
    sla_warning_at: new Date(start.getTime() + Math.ceil(target * WARNING_FROM)),
    sla_due_at: new Date(start.getTime() + target),
  };
}

/** When a clock next shows something else than at an instant; `null` when it never will. */
export function nextChange(clock: SlaClock, at: Date): Date | null {
  if (clock.sla_stopped_status !== null || at > clock.sla_due_at) return null;
  // Due is the last moment that is in time.
  return at < clock.sla_warning_at ? clock.sla_warning_at : new Date(clock.sla_due_at.getTime() + 1);
}

/** What the clock shows at an instant; a stopped one shows what it showed when it stopped. */
export function slaStatusAt(clock: SlaClock, at: Date): SlaStatus {
  if (clock.sla_stopped_status !== null) return clock.sla_stopped_status;
  if (at > clock.sla_due_at) return 'breached';
  return at >= clock.sla_warning_at ? 'warning' : 'on_track';
}

const isEnded = (status: TicketStatus) => status === 'resolved' || status === 'closed';

/**
 * How a change of status or priority moves the clock: ending stops it, reopening before a first response starts it
 * anew, another priority moves the due time of a running one. Answers only what changes.
 */
export function moveClock(
  row: SlaClock & Pick<TicketRow, 'status' | 'priority'>,
  next: { status: TicketStatus; priority: Priority },
  at: Date,
  targets: SlaTargets,
): Partial<SlaClock> {
  const ended = isEnded(next.status);
  if (ended && !isEnded(row.status) && row.sla_stopped_status === null) {
    return { sla_stopped_status: slaStatusAt(row, at) };
  }
  if (!ended && isEnded(row.status) && row.first_responded_at === null)
    return startClock(next.priority, at, targets);
  if (next.priority !== row.priority && row.sla_stopped_status === null) {
    return timesOf(row.sla_started_at, targets[next.priority]);
  }
  return {};
}

/**
 * How a reply of a user stops the clock; empty when there was one before it. Replies may be heard of in any order, so an
 * earlier one takes the place of a later one. What a clock shows only gets worse: of two stops the better is the first.
 */
export function answerClock(row: SlaClock, at: Date): Partial<SlaClock> {
  if (row.first_responded_at !== null && row.first_responded_at <= at) return {};
  const stopped = [row.sla_stopped_status, slaStatusAt({ ...row, sla_stopped_status: null }, at)];
  const shown = SLA_STATUSES.find((status) => stopped.includes(status)) ?? 'on_track';
  return { first_responded_at: at, sla_stopped_status: shown };
}
