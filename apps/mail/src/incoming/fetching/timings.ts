/** Milliseconds. */
export interface FetchTimings {
  /** The time for which a process owns a mailbox without a sign of life, and that after which it gives one. */
  readonly lease: number;
  readonly renew: number;
  /** Time within which a mailbox that nobody owns is found. */
  readonly claim: number;
  /** The time that the mail which is being stored still has when the process stops. */
  readonly drain: number;
  /** The wait after the first failure, which doubles with each further one. */
  readonly retry: number;
  /** A connection that lasts so long has worked: the next failure is the first one again. */
  readonly stable: number;
  /** Failures for so long, without a connection that works in between, disconnect the mailbox. */
  readonly unreachable: number;
}

/** A process that was killed is replaced within 25 seconds: its lease, and the time to find that. */
export const FETCH_TIMINGS: FetchTimings = {
  lease: 20_000,
  renew: 5_000,
  claim: 2_000,
  drain: 10_000,
  retry: 1_000,
  stable: 60_000,
  unreachable: 10 * 60_000,
};
