import { ApiError } from '@parley/contracts';
import {
  Children,
  DurationHistogram,
  ObservedMetric,
  REQUEST_BUCKETS,
  type DurationChild,
} from '@parley/runtime/metrics';

type Labels = 'procedure' | 'outcome';
const client = new DurationHistogram<Labels | 'callee'>({
  name: 'parley_rpc_client_duration_seconds',
  help: 'Time of a call as its caller sees it, retries included, by called service, procedure and outcome',
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

/** By the service that is called. */
const clients = new Map<string, Children<DurationChild>>();
const servers = new Children<DurationChild>((procedure, outcome) => server.child({ procedure, outcome }));

function clientsOf(callee: string): Children<DurationChild> {
  let found = clients.get(callee);
  if (found === undefined) {
    found = new Children((procedure, outcome) => client.child({ callee, procedure, outcome }));
    clients.set(callee, found);
  }
  return found;
}

/** Makes a call of a service and measures it. */
export function measuredCall<T>(callee: string, procedure: string, work: () => Promise<T>): Promise<T> {
  return measured(clientsOf(callee), procedure, work);
}

/** Handles a call and measures it. */
export function measuredHandling<T>(procedure: string, work: () => Promise<T>): Promise<T> {
  return measured(servers, procedure, work);
}

async function measured<T>(
  durations: Children<DurationChild>,
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
    durations.get(procedure, outcome).observe((performance.now() - began) / 1000);
  }
}

/** `refused`: an error of the caller. `unavailable`, `unknown`: no answer in time. `failed`: an error of ours. */
function outcomeOf(error: unknown): string {
  if (!(error instanceof ApiError)) return 'failed';
  if (error.code === 'outcome_unknown') return 'unknown';
  if (error.code === 'service_unavailable') return 'unavailable';
  return error.status < 500 ? 'refused' : 'failed';
}
