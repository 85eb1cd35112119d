// What the global setups of a run have started is stopped after its tests, or at a signal, at which Jest calls no teardown.

const stops = [];
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];
/** A terminal, npm and scripts/test.mjs each pass on the same signal. */
const SAME_SIGNAL_MS = 1_000;
let firstAt;

for (const signal of SIGNALS) process.on(signal, stopAtSignal);

/** Registers what is to be stopped when the run ends, after its tests or by a signal. */
export function stopAtEnd(stop) {
  stops.push(stop);
}

/** The global teardown, which Jest calls once for all projects that name it. Throws the first failure, after all have ended. */
export default async function stopAll() {
  const outcomes = await Promise.allSettled(stops.splice(0).map((stop) => stop()));
  const failed = outcomes.find(({ status }) => status === 'rejected');
  if (failed !== undefined) throw failed.reason;
}

/** Ends the process by the signal, as usual, once everything has stopped. Another signal later ends it at once. */
async function stopAtSignal(signal) {
  if (firstAt === undefined) {
    firstAt = Date.now();
    await stopAll().catch((error) => console.error(error));
  } else if (Date.now() < firstAt + SAME_SIGNAL_MS) return;
  for (const each of SIGNALS) process.off(each, stopAtSignal);
  process.kill(process.pid, signal);
}
