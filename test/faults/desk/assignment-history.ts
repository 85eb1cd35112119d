/** A ticket as one of its events shows it. */
export interface TicketChange {
  readonly ticket: string;
  /** Whose work it is, if anybody's. */
  readonly assignee: string | null;
  readonly status: string;
  /** The type of who changed it: `assignment` if a team assigned it by itself. */
  readonly actor: string;
}

/** What the history of a desk shows. */
export interface AssignmentAudit {
  /** Tickets that were assigned, in this order. */
  assigned: string[];
  /** Assignments of tickets that were assigned already. */
  double: string[];
  /** Assignments to users who had as much as they may have. */
  aboveLimit: string[];
  /** Open tickets of each user who ever had one, at the end. */
  open: Map<string, number>;
}

/**
 * Compares the history of a desk with the rule of assignment.
 * @param changes in the order of their transactions
 * @param limit open tickets that a user may have when one is assigned to them
 */
export function auditOf(changes: readonly TicketChange[], limit: number): AssignmentAudit {
  const audit: AssignmentAudit = { assigned: [], double: [], aboveLimit: [], open: new Map() };
  const known = new Map<string, TicketChange>();
  const add = ({ assignee, status }: TicketChange, count: number) => {
    if (assignee === null) return;
    const open = audit.open.get(assignee) ?? 0;
    audit.open.set(assignee, status === 'open' ? open + count : open);
  };
  for (const change of changes) {
    const { ticket, assignee, actor } = change;
    const before = known.get(ticket);
    if (actor === 'assignment' && assignee !== null) {
      audit.assigned.push(ticket);
      if (before !== undefined && before.assignee !== null) audit.double.push(ticket);
      if ((audit.open.get(assignee) ?? 0) >= limit) audit.aboveLimit.push(ticket);
    }
    if (before !== undefined) add(before, -1);
    add(change, 1);
    known.set(ticket, change);
  }
  return audit;
}
