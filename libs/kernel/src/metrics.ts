import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

/** The metrics of the process: each file defines its own once, when it is loaded. */
const registry = new Registry();

interface MetricDefinition<L extends string> {
  /** `parley_<service>_<what>_<unit>`, a counter ends in `_total`. */
  readonly name: string;
  readonly help: string;
  /** Labels of low cardinality: never an id, an address or user input. */
  readonly labels?: readonly L[];
}

export function counter<L extends string = never>({ labels = [], ...of }: MetricDefinition<L>): Counter<L> {
  return new Counter({ ...of, labelNames: [...labels], registers: [registry] });
}

export function gauge<L extends string = never>({ labels = [], ...of }: MetricDefinition<L>): Gauge<L> {
  return new Gauge({ ...of, labelNames: [...labels], registers: [registry] });
}

/** A histogram of durations in seconds. */
export function histogram<L extends string = never>({
  labels = [],
  buckets,
  ...of
}: MetricDefinition<L> & { readonly buckets: readonly number[] }): Histogram<L> {
  return new Histogram({ ...of, labelNames: [...labels], buckets: [...buckets], registers: [registry] });
}

/** Adds the default metrics of Node: memory, event loop, garbage collection. */
export function countProcess(): void {
  if (registry.getSingleMetric('process_cpu_user_seconds_total') === undefined)
    collectDefaultMetrics({ register: registry });
}

/** All metrics in the Prometheus text format. */
export async function metricsText(): Promise<{ contentType: string; text: string }> {
  return { contentType: registry.contentType, text: await registry.metrics() };
}
