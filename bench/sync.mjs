// Whether a connector that polls while tickets change ends with an exact copy, and what the polls read for it.
import { startPlatform } from './platform.mjs';
import { syncDuringChanges } from './sync-client.mjs';

const CHANGES = Number(process.env.BENCH_CHANGES ?? 10_000);
const SEED = Number(process.env.BENCH_SEED ?? 1);
const WRITERS = 16;
const PAUSE_MS = 1_000;

/** Returns the figures; the exit code is 1 if the copy is not exact. */
export async function benchSync() {
  const platform = await startPlatform();
  try {
    const options = { changes: CHANGES, writers: WRITERS, seed: SEED, pauseMs: PAUSE_MS };
    const result = await syncDuringChanges(platform, options);
    if (result.missing + result.stale.length + result.unexpected > 0) process.exitCode = 1;
    return { seed: SEED, ...result, seconds: Math.round(result.seconds) };
  } finally {
    await platform.stop();
  }
}
