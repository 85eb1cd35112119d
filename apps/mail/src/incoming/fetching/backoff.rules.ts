/** Longest wait between two attempts to connect. */
const LONGEST_MS = 5 * 60_000;
/** What a server may ask for, as those that count requests do. */
const LONGEST_ASKED_MS = 60 * 60_000;

interface Failed {
  readonly needsAdmin: boolean;
  readonly retryAfterMs: number | null;
}

/**
 * Milliseconds before the next attempt after so many failures in a row, `first` after one. Half of it is chance, so that not all mailboxes come back to a
 * server at once. What only an admin can mend is tried rarely: providers lock accounts that sign in wrongly too often.
 * @param random from 0 to 1.
 */
export function backoff(failures: number, first: number, failed: Failed, random: number): number {
  const { needsAdmin, retryAfterMs } = failed;
  const step = needsAdmin ? LONGEST_MS : Math.min(first * 2 ** (failures - 1), LONGEST_MS);
  return Math.max(step / 2 + (step / 2) * random, Math.min(retryAfterMs ?? 0, LONGEST_ASKED_MS));
}
