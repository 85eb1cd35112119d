/** Milliseconds from the signal to the end of what takes in work (HTTP, events, jobs), and of calls of other processes. */
const STAGES = { intake: 26_000, calls: 36_000 } as const;

/** The end of the process: Compose kills it after 45 s, Kubernetes after 60 s, of which preStop takes 5 s. */
export const SHUTDOWN_MS = 40_000;

/** The time that all parts of a process share from the signal to its end. */
export class Shutdown {
  #startedAt: number | undefined;

  begin(now = Date.now()): void {
    this.#startedAt ??= now;
  }

  /** Whether the signal has come: what ends from now on ends on purpose. */
  get begun(): boolean {
    return this.#startedAt !== undefined;
  }

  /** How long a part may still drain, in ms: within its stage, as the times of parts would add up to more than there is. */
  drainTime(stage: keyof typeof STAGES, wantedMs: number): number {
    if (this.#startedAt === undefined) return wantedMs;
    return Math.max(0, Math.min(wantedMs, this.#startedAt + STAGES[stage] - Date.now()));
  }
}

/** That of this process. A part that stops without a signal has all the time that it wants. */
export const shutdown = new Shutdown();
