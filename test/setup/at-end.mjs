// What the global setups of a run have started is stopped after its tests, or at a signal, at which Jest calls no teardown.

const stops = [];
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];
let stopped;

/** Has something stopped when the run ends, in either way. */
export function stopAtEnd(stop) {
  if (stops.length === 0) for (const signal of SIGNALS) process.on(signal, stopAtSignal);
  stops.push(stop);
}

/** The global teardown, which Jest calls once for all projects that name it. */
export default function stopAll() {
  return (stopped ??= Promise.all(stops.map((stop) => stop())));
}

/** Ends the process by the signal as usual, but only after what is to be stopped. A second signal ends it at once. */
async function stopAtSignal(signal) {
  for (const each of SIGNALS) process.off(each, stopAtSignal);
  await stopAll().catch((error) => console.error(error));
  process.kill(process.pid, signal);
}
