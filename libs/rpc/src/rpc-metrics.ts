import { ApiError } from '@parley/contracts';
import {
  Children,
  DurationHistogram,
  ObservedMetric,
  REQUEST_BUCKETS,
  type DurationChild,
} from '@parley/kernel';

type Labels = 'procedure' | 'outcome';
const client = new DurationHistogram<Labels>({
  name: 'parley_rpc_client_duration_seconds',
  help: 'Time of a call as its caller sees it, retries included, by procedure and outcome',
  buckets: REQUEST_BUCKETS,
});
const server = new DurationHistogram<Labels>({
  name: 'parley_rpc_server_duration_seconds',
  help: 'Time of a call in the service that handles it, by procedure and outcome',
  buckets: REQUEST_BUCKETS,
});

/** Instances of other services as this process sees them; read at each scrape. */
export const rpcInstances = new ObservedMetric({
  name: 'parley_rpc_instances',
  help: 'Instances of a service that this process knows, by state: available, ejected',
  labelNames: ['callee', 'state'],
});

const childrenOf = (histogram: DurationHistogram<Labels>): Children<DurationChild> =>
  new Children((procedure, outcome) => histogram.child({ procedure, outcome }));
const durations = { client: childrenOf(client), server: childrenOf(server) };

/** Runs a call and measures it. */
export async function measured<T>(
  side: keyof typeof durations,
  procedure: string,
  work: () => Promise<T>,
): Promise<T> {
  const began = performance.now();
  let outcome = 'ok';
  try {
    return await work();
  } catch (error) {
    outcome = outcomeOf(error);
    throw error;
  } finally {
    durations[side].get(procedure, outcome).observe((performance.now() - began) / 1000);
  }
}

/** `refused`: an error of the caller. `unavailable`, `unknown`: no answer in time. `failed`: an error of ours. */
function outcomeOf(error: unknown): string {
  if (!(error instanceof ApiError)) return 'failed';
  if (error.code === 'outcome_unknown') return 'unknown';
  if (error.code === 'service_unavailable') return 'unavailable';
  return error.status < 500 ? 'refused' : 'failed';
}
