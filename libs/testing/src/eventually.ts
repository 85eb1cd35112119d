/**
 * Waits until a check passes: no error and, if it answers a boolean, true. Tests wait for conditions with it and never
 * sleep for luck. Throws the last failure when `withinMs` is over.
 */
export async function eventually<T>(check: () => T | Promise<T>, withinMs = 30_000): Promise<T> {
  const until = Date.now() + withinMs;
  for (;;) {
    try {
      const answer = await check();
      if (answer !== false) return answer;
      if (Date.now() > until) throw new Error(`still false after ${withinMs} ms: ${check.toString()}`);
    } catch (error) {
      if (Date.now() > until) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
