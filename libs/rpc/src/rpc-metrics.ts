import { ApiError } from '@parley/contracts';
import { Histogram, ObservedMetric, REQUEST_BUCKETS } from '@parley/runtime/metrics';

const client = new Histogram({
  name: 'parley_rpc_client_duration_seconds',
  help: 'Time of a call as its caller sees it, retries included, by called service, procedure and outcome',
  labelNames: ['callee', 'procedure', 'outcome'],
  buckets: REQUEST_BUCKETS,
});
const server = new Histogram({
  name: 'parley_rpc_server_duration_seconds',
  help: 'Time of a call in the service that handles it, by procedure and outcome',
  labelNames: ['procedure', 'outcome'],
  buckets: REQUEST_BUCKETS,
});

/** Instances of other services as this process sees them; read at each scrape. */
export const rpcInstances = new ObservedMetric({
  name: 'parley_rpc_instances',
  help: 'Instances of a service that this process knows, by state: available, ejected',
  labelNames: ['callee', 'state'],
});

export function measuredCall<T>(callee: string, procedure: string, work: () => Promise<T>): Promise<T> {
  return measured(work, (outcome, seconds) => client.observe({ callee, procedure, outcome }, seconds));
}

export function measuredHandling<T>(procedure: string, work: () => Promise<T>): Promise<T> {
  return measured(work, (outcome, seconds) => server.observe({ procedure, outcome }, seconds));
}

async function measured<T>(work: () => Promise<T>, observe: (outcome: string, seconds: number) => void) {
  const began = performance.now();
  let outcome = 'ok';
  try {
    return await work();
  } catch (error) {
    outcome = outcomeOf(error);
    throw error;
  } finally {
    observe(outcome, (performance.now() - began) / 1000);
  }
}

/** `refused`: an error of the caller. `unavailable`, `unknown`: no answer in time. `failed`: an error of ours. */
function outcomeOf(error: unknown): string {
  if (!(error instanceof ApiError)) return 'failed';
  if (error.code === 'outcome_unknown') return 'unknown';
  if (error.code === 'service_unavailable') return 'unavailable';
  return error.status < 500 ? 'refused' : 'failed';
}
