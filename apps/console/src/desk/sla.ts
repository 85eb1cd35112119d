export interface SlaTicket {
  status: string;
  sla: { status: string; first_response_due: string | null; metrics: { started_at: string }[] } | null;
  first_responded_at: string | null;
}

export interface SlaView {
  /** `met` and `missed` after the first response, `stopped` without one; the others while the timer runs. */
  state: 'met' | 'missed' | 'stopped' | 'on_track' | 'warning' | 'breached';
  label: string;
  /** How much of the time until the deadline has passed, 0 to 1; `null` once the timer has stopped. */
  elapsed: number | null;
}

/** The SLA timer of a ticket at an instant, in milliseconds; `null` if it has no deadline. */
export function slaView(ticket: SlaTicket, now: number): SlaView | null {
  if (ticket.sla?.first_response_due == null) return null;
  const due = Date.parse(ticket.sla.first_response_due);
  const isBreached = ticket.sla.status === 'breached';
  if (ticket.first_responded_at !== null) {
    const distance = Date.parse(ticket.first_responded_at) - due;
    if (isBreached || distance > 0)
      return { state: 'missed', label: `Answered ${durationText(distance)} late`, elapsed: null };
    return { state: 'met', label: 'Answered in time', elapsed: null };
  }
  if (ticket.status === 'resolved' || ticket.status === 'closed')
    return isBreached
      ? { state: 'missed', label: 'Ended overdue', elapsed: null }
      : { state: 'stopped', label: 'Ended in time', elapsed: null };
  const left = due - now;
  if (left <= 0) return { state: 'breached', label: `Overdue by ${durationText(left)}`, elapsed: 1 };
  const start = Date.parse(ticket.sla.metrics[0]?.started_at ?? '') || now;
  const elapsed = Math.min(1, Math.max(0, (now - start) / Math.max(1, due - start)));
  const state = ticket.sla.status === 'warning' ? 'warning' : 'on_track';
  return { state, label: `${durationText(left)} left`, elapsed };
}

const UNITS = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['min', 60_000],
  ['s', 1_000],
] as const;

/** A length of time in at most two units: `2 d 4 h`, `3 h`, `12 min`, `40 s`. Seconds only below one minute. */
export function durationText(ms: number): string {
  const total = Math.abs(ms);
  const index = UNITS.findIndex(([, size]) => total >= size);
  if (index === -1) return '0 s';
  const [unit, size] = UNITS[index] ?? UNITS[3];
  const count = Math.floor(total / size);
  const [smaller, smallerSize] = UNITS[index + 1] ?? UNITS[3];
  const rest = Math.floor((total - count * size) / smallerSize);
  if (unit === 's' || unit === 'min' || rest === 0) return `${count} ${unit}`;
  return `${count} ${unit} ${rest} ${smaller}`;
}
