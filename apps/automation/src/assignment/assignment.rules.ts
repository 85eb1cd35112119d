import type { Assignment, Conversation, Ticket } from '@parley/contracts';

/** Whether a record counts for somebody, or may be assigned. */
export const hasOwner = ({ team, assignee }: Pick<Ticket | Conversation, 'team' | 'assignee'>): boolean =>
  team !== null || assignee !== null;

/** A member who may be assigned records: active and online. */
export interface Candidate {
  readonly user_id: string;
  /** Open records of the team that are theirs. */
  readonly open_in_team: number;
  /** Open records of all teams that are theirs. */
  readonly open: number;
  readonly capacity: number | null;
  /** Position of their last assignment among those of the team. */
  readonly last_turn: number;
}

export interface Decision<Waiting> {
  readonly record: Waiting;
  readonly user_id: string;
  /** Position of this assignment among those of the team. */
  readonly turn: number;
}

/**
 * Decides who gets the waiting records of a team: the oldest first, each to the candidate whose last turn is longest ago
 * (`round_robin`), or who has the fewest open records of all teams, and among these as above (`least_loaded`). Nobody passes their
 * capacity or the limit of the team.
 * @param waiting the records in the order in which they arrived
 */
export function decide<Waiting>(
  { mode, max_open_per_user: max }: Assignment,
  waiting: readonly Waiting[],
  candidates: readonly Candidate[],
): Decision<Waiting>[] {
  if (mode === 'manual') return [];
  const members = candidates.map((candidate) => ({ ...candidate }));
  let turn = Math.max(0, ...members.map(({ last_turn }) => last_turn));
  const decisions: Decision<Waiting>[] = [];
  for (const record of waiting) {
    const free = members.filter(
      (one) => one.open < (one.capacity ?? Infinity) && one.open_in_team < (max ?? Infinity),
    );
    const [next] = free.toSorted(
      (a, b) =>
        (mode === 'least_loaded' ? a.open - b.open : 0) ||
        a.last_turn - b.last_turn ||
        (a.user_id < b.user_id ? -1 : 1),
    );
    if (next === undefined) break;
    turn += 1;
    decisions.push({ record, user_id: next.user_id, turn });
    next.last_turn = turn;
    next.open += 1;
    next.open_in_team += 1;
  }
  return decisions;
}
