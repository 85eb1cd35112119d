import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** What starting Node.js takes on an idle machine, in milliseconds. */
const IDLE_MS = 100;

/**
 * How many times slower than an idle machine this one is right now, at least 1: the time to start Node.js. Limits that
 * the product promises are multiplied by it, so that a loaded machine does not fail them and a regression still does.
 */
async function slowness(): Promise<number> {
  const began = performance.now();
  await once(spawn(process.execPath, ['-e', '']), 'exit');
  return Math.max(1, (performance.now() - began) / IDLE_MS);
}

/** A machine that stalls does so for parts of a second, in which the time to start Node.js may not be measured. */
const STALL_FACTOR = 3;

/**
 * Throws unless a time is within a limit that the product promises on an idle machine, related to how slow this one is.
 * @param ms what it took, in milliseconds; the larger of several.
 */
export async function expectWithin(limitMs: number, ...ms: readonly number[]): Promise<void> {
  const longest = Math.max(...ms);
  // Within it on any machine: to start Node.js would only take time.
  if (longest < limitMs * STALL_FACTOR) return;
  const limit = limitMs * STALL_FACTOR * (await slowness());
  if (!(longest < limit))
    throw new Error(`took ${Math.round(longest)} ms, the limit here is ${Math.round(limit)} ms`);
}
