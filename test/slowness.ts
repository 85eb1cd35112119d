import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** What starting Node.js takes on an idle machine, in milliseconds. */
const IDLE_MS = 100;

/**
 * How many times slower than an idle machine this one is right now, at least 1: the time to start Node.js. Limits that
 * the product promises are multiplied by it, so that a loaded machine does not fail them and a regression still does.
 */
export async function slowness(): Promise<number> {
  const began = performance.now();
  await once(spawn(process.execPath, ['-e', '']), 'exit');
  return Math.max(1, (performance.now() - began) / IDLE_MS);
}
