import {
  SLA_STATUSES,
  type Priority,
  type SlaStatus,
  type SlaTargets,
  type TicketStatus,
} from '@parley/contracts';
import type { TicketRow } from '../tickets/ticket.entity.ts';

/** The metric that is measured. */
export const FIRST_RESPONSE = 'first_response' as const;

/** Share of the target after which a ticket is in `warning`. */
const WARNING_FRACTION = 0.75;

export type SlaTimer = Pick<
  TicketRow,
  | 'sla_started_at'
  | 'sla_warning_at'
  | 'sla_due_at'
  | 'sla_stopped_status'
  | 'sla_stopped_at'
  | 'first_responded_at'
>;

export function startTimer(
  priority: Priority,
  at: Date,
  targets: SlaTargets,
): Omit<SlaTimer, 'first_responded_at'> {
  const running = { sla_stopped_status: null, sla_stopped_at: null };
  return { sla_started_at: at, ...deadlinesFrom(at, targets[priority]), ...running };
}

/** Warning and due time; both are stored so that lists can filter by SLA status. `target` in milliseconds. */
function deadlinesFrom(start: Date, target: number): Pick<SlaTimer, 'sla_warning_at' | 'sla_due_at'> {
  return {
    sla_warning_at: new Date(start.getTime() + Math.ceil(target * WARNING_FRACTION)),
    sla_due_at: new Date(start.getTime() + target),
  };
}

/** When the SLA status next changes by the passage of time alone, or `null` if it never will. */
export function nextTransition(timer: SlaTimer, at: Date): Date | null {
  if (timer.sla_stopped_status !== null || at > timer.sla_due_at) return null;
  // A response at the due time itself is still in time.
  return at < timer.sla_warning_at ? timer.sla_warning_at : new Date(timer.sla_due_at.getTime() + 1);
}

/** Transitions up to `at` whose events have not been emitted yet, oldest first: none, one or two. */
export function pendingTransitions(
  row: SlaTimer & Pick<TicketRow, 'sla_next_transition_at'>,
  at: Date,
): Date[] {
  const pending: Date[] = [];
  for (let next = row.sla_next_transition_at; next !== null && next <= at; next = nextTransition(row, next))
    pending.push(next);
  return pending;
}

/** SLA status at an instant. A stopped timer keeps the status it had when it stopped. */
export function slaStatusAt(timer: SlaTimer, at: Date): SlaStatus {
  if (timer.sla_stopped_status !== null) return timer.sla_stopped_status;
  if (at > timer.sla_due_at) return 'breached';
  return at >= timer.sla_warning_at ? 'warning' : 'on_track';
}

/** Whether nothing is left to do, so that the timer has stopped. */
export const isDone = (status: TicketStatus) => status === 'resolved' || status === 'closed';

/**
 * Effect of a new status or priority on the timer: resolving or closing stops it, reopening before a first response restarts it, a
 * new priority moves the deadlines of a running timer. Returns the changed fields only.
 */
export function adjustTimer(
  row: SlaTimer & Pick<TicketRow, 'status' | 'priority'>,
  next: { status: TicketStatus; priority: Priority },
  at: Date,
  targets: SlaTargets,
): Partial<SlaTimer> {
  const ended = isDone(next.status);
  if (ended && !isDone(row.status) && row.sla_stopped_status === null) {
    return { sla_stopped_status: slaStatusAt(row, at), sla_stopped_at: at };
  }
  if (!ended && isDone(row.status) && row.first_responded_at === null)
    return startTimer(next.priority, at, targets);
  if (next.priority !== row.priority && row.sla_stopped_status === null) {
    return deadlinesFrom(row.sla_started_at, targets[next.priority]);
  }
  return {};
}

/**
 * Effect of a user's reply on the timer; empty if an earlier one stopped it. Events may arrive out of order, so an earlier reply
 * replaces a later one. The status only worsens over time: of two stops, the better one came first.
 */
export function stopTimerOnReply(row: SlaTimer, at: Date): Partial<SlaTimer> {
  if (row.first_responded_at !== null && row.first_responded_at <= at) return {};
  const stopped = [row.sla_stopped_status, slaStatusAt({ ...row, sla_stopped_status: null }, at)];
  const best = SLA_STATUSES.find((status) => stopped.includes(status)) ?? 'on_track';
  const first = row.sla_stopped_at !== null && row.sla_stopped_at < at ? row.sla_stopped_at : at;
  return { first_responded_at: at, sla_stopped_status: best, sla_stopped_at: first };
}
