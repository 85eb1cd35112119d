import type { Priority, SlaStatus, TicketStatus } from '@parley/contracts';
import type { SlaTargets } from '../ticket.config.ts';
import type { TicketRow } from './ticket.entity.ts';

/** The last quarter of the time to the first response. */
const WARNING_FROM = 0.75;

export type SlaClock = Pick<
  TicketRow,
  'sla_started_at' | 'sla_due_at' | 'sla_stopped_status' | 'first_responded_at'
>;

/** A clock that starts now (decisions.md section 2, "SLA"). */
export function startClock(
  priority: Priority,
  at: Date,
  targets: SlaTargets,
): Omit<SlaClock, 'first_responded_at'> {
  return {
    sla_started_at: at,
    sla_due_at: new Date(at.getTime() + targets[priority]),
    sla_stopped_status: null,
  };
}

/** What the clock shows at an instant; a stopped one shows what it showed when it stopped. */
export function slaStatusAt(clock: SlaClock, at: Date): SlaStatus {
  if (clock.sla_stopped_status !== null) return clock.sla_stopped_status;
  const started = clock.sla_started_at.getTime();
  const due = clock.sla_due_at.getTime();
  if (at.getTime() > due) return 'breached';
  return at.getTime() >= started + (due - started) * WARNING_FROM ? 'warning' : 'on_track';
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
    return { sla_due_at: new Date(row.sla_started_at.getTime() + targets[next.priority]) };
  }
  return {};
}
