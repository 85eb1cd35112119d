/** Pauses between two checks: at first so long, later a tenth of the time so far, because many checks are requests. */
const [FIRST_PAUSE_MS, LONGEST_PAUSE_MS] = [10, 100];

/**
 * Waits until a check passes: no error and, if it answers a boolean, true. Tests wait for conditions with it and never
 * sleep for luck. Throws the last failure when `withinMs` is over.
 */
export async function eventually<T>(check: () => T | Promise<T>, withinMs = 300_000): Promise<T> {
  const began = Date.now();
  const until = began + withinMs;
  for (;;) {
    try {
      const answer = await check();
      if (answer !== false) return answer;
      if (Date.now() > until) throw new Error(`still false after ${withinMs} ms: ${check.toString()}`);
    } catch (error) {
      if (Date.now() > until) throw error;
    }
    const pause = Math.min(Math.max((Date.now() - began) / 10, FIRST_PAUSE_MS), LONGEST_PAUSE_MS);
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}
