/** Delays between the attempts of a failing subscriber; after the last one the event is dead-lettered. */
export const RETRY_DELAYS_MS: readonly number[] = [1_000, 5_000, 30_000, 300_000, 1_800_000];
