import { createRequire } from 'node:module';
import { collectDefaultMetrics, Counter, Gauge, register } from 'prom-client';

/**
 * The metrics of the process, which each file defines when it is loaded: `parley_<subject>_<what>_<unit>`, of counters with
 * `_total`. Labels are never an id, an address or user input; that of a service is `component`, as Kubernetes uses `service`.
 */
export { Counter, Gauge, Histogram } from 'prom-client';

/**
 * A counter whose values are 0 from the start: the first event of a value that appears with it would be no increase
 * (prometheus.io/docs/practices/instrumentation, "Avoid missing metrics").
 * @param labels the values of each label; a counter of several has all their combinations
 */
export function initializedCounter<L extends string>(
  options: { name: string; help: string },
  labels: Readonly<Record<L, readonly string[]>>,
): Counter<L> {
  const names = Object.keys(labels) as L[];
  const counter = new Counter<L>({ ...options, labelNames: names });
  let combinations: Partial<Record<L, string>>[] = [{}];
  for (const name of names)
    combinations = combinations.flatMap((one) => labels[name].map((value) => ({ ...one, [name]: value })));
  for (const one of combinations) counter.inc(one as Record<L, string>, 0);
  return counter;
}

/** Buckets of requests and calls, in seconds. 0.3 is the objective of reads. */
export const REQUEST_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.2, 0.3, 0.5, 1, 2.5, 5, 10];

export interface Sample<L extends string> {
  readonly labels: Readonly<Record<L, string>>;
  readonly value: number;
}

/** A gauge, or a total that is counted elsewhere (`…_total`), read at each scrape. Values with equal labels are added up. */
export class ObservedMetric<L extends string> {
  readonly #sources = new Set<() => readonly Sample<L>[]>();

  constructor(options: { name: string; help: string; labelNames: readonly L[] }) {
    const read = () => [...this.#sources].flatMap((source) => source());
    const withValues = {
      ...options,
      collect(this: Counter<L> | Gauge<L>) {
        this.reset();
        for (const { labels, value } of read()) this.inc({ ...labels }, value);
      },
    };
    // Each registers itself.
    if (options.name.endsWith('_total')) new Counter<L>(withValues);
    else new Gauge<L>(withValues);
  }

  /** Reads these values too, until the returned function is called. `read` is synchronous and must not throw. */
  observe(read: () => readonly Sample<L>[]): () => void {
    this.#sources.add(read);
    return () => void this.#sources.delete(read);
  }
}

/** The release of this process. */
export const { version: release } = createRequire(import.meta.url)('../../runtime/package.json') as {
  version: string;
};

/** Adds build information and the metrics of Node. @param component the service, `gateway`, or `standalone` for all of them. */
export function countProcess(component: string): void {
  if (register.getSingleMetric('process_cpu_user_seconds_total') !== undefined) return;
  collectDefaultMetrics();
  new Gauge({
    name: 'parley_build_info',
    help: 'Always 1; the labels tell what runs, its release and the version of Node',
    labelNames: ['component', 'version', 'node'],
  }).set({ component, version: release, node: process.version }, 1);
}

/** All metrics in the Prometheus text format. */
export async function metricsText(): Promise<{ contentType: string; text: string }> {
  return { contentType: register.contentType, text: await register.metrics() };
}
