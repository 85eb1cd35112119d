import { NIL_UUID } from '@parley/runtime/records';
import { encodeCursor, type Cursor } from './cursor.ts';

/** Longest time from `updated_at` or `logged_at` of a change until COMMIT is sent, with what clocks differ by (ADR 12). */
export const RESUME_LAG_MS = 60_000;

/** The orders in which changes can be followed: by a time that each takes shortly before its commit. */
export const RESUMABLE: readonly string[] = ['updated_at asc', 'logged_at asc'];

/** ISO 8601 time up to which every `updated_at` is visible, if the oldest running transaction that has written began at `since`. */
export const settledAt = (since: Date): string => new Date(since.getTime() - RESUME_LAG_MS).toISOString();

/** Where to continue behind `position`, once a page has reached into the time in which changes may still commit. */
export function resumeAtOf(start: Cursor | number, position: unknown, settled: string): string | undefined {
  const earlier = typeof start === 'number' ? undefined : start.resumeAt;
  return earlier ?? (instantOf(position) > settled ? settled : undefined);
}

/** The cursor that continues later: behind the last position that was read, but not beyond what has settled. */
export function resumeCursor(
  sort: string,
  start: Cursor | number,
  last: Cursor | null,
  settled: string,
): string {
  const earlier = typeof start === 'number' ? undefined : start.resumeAt;
  const from = earlier ?? settled;
  const position = last ?? (typeof start === 'number' ? null : start);
  if (position !== null && instantOf(position.after) <= from)
    return encodeCursor({ sort, after: position.after, id: position.id });
  return encodeCursor({ sort, after: from, id: NIL_UUID });
}

const instantOf = (after: unknown): string => (after instanceof Date ? after.toISOString() : String(after));
