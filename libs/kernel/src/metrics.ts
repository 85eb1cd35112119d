import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

/** What a process counts. One for all of its parts: each defines its metrics once, when its file is loaded. */
const registry = new Registry();

interface MetricDefinition<L extends string> {
  /** `parley_<service>_<what>_<unit>`, a counter ends in `_total`. */
  readonly name: string;
  readonly help: string;
  /** Each with few values: never an id, an address or a text of somebody's. */
  readonly labels?: readonly L[];
}

/** Something that only grows. */
export function counter<L extends string = never>({ labels = [], ...of }: MetricDefinition<L>): Counter<L> {
  return new Counter({ ...of, labelNames: [...labels], registers: [registry] });
}

/** Something that is as it is right now. */
export function gauge<L extends string = never>({ labels = [], ...of }: MetricDefinition<L>): Gauge<L> {
  return new Gauge({ ...of, labelNames: [...labels], registers: [registry] });
}

/** How long something takes, in seconds. */
export function histogram<L extends string = never>({
  labels = [],
  buckets,
  ...of
}: MetricDefinition<L> & { readonly buckets: readonly number[] }): Histogram<L> {
  return new Histogram({ ...of, labelNames: [...labels], buckets: [...buckets], registers: [registry] });
}

/** Adds what Node tells of the process: memory, event loop, garbage collection. */
export function countProcess(): void {
  if (registry.getSingleMetric('process_cpu_user_seconds_total') === undefined)
    collectDefaultMetrics({ register: registry });
}

/** All metrics in the text format of Prometheus, with its content type. */
export async function metricsText(): Promise<{ contentType: string; text: string }> {
  return { contentType: registry.contentType, text: await registry.metrics() };
}
