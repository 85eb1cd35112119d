import { createRequire } from 'node:module';
import { collectDefaultMetrics, Gauge, register, type Metric } from 'prom-client';

/**
 * The metrics of the process: each file defines its own once, when it is loaded. Names are
 * `parley_<subject>_<what>_<unit>`, of counters with `_total`; labels are never an id, an address or user input. The label
 * of a service is `component`: Kubernetes discovery already uses `service`.
 */
export { Counter, Gauge, Histogram } from 'prom-client';

/** Buckets of requests and calls, in seconds. 0.3 is the objective of reads. */
export const REQUEST_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.2, 0.3, 0.5, 1, 2.5, 5, 10];

/** One value of a metric with labels. */
export interface Sample<L extends string> {
  readonly labels: Readonly<Record<L, string>>;
  readonly value: number;
}

interface CollectedValue {
  readonly labels: Readonly<Record<string, string | number>>;
  readonly value: number;
  /** With the suffix of a histogram. */
  readonly metricName?: string;
}

/** Registers a metric whose values are collected at each scrape. */
function registerCollector(
  { name, help, type }: { name: string; help: string; type: 'gauge' | 'counter' | 'histogram' },
  collect: () => CollectedValue[],
): void {
  // All that the registry asks for; the classes of prom-client keep values of their own, and check labels at each change.
  const metric = { name, help, type, get: () => Promise.resolve({ name, help, type, values: collect() }) };
  register.registerMetric(metric as unknown as Metric);
}

/**
 * A gauge, or a total that is counted elsewhere (`…_total`), whose values are read at each scrape from the parts that are
 * running. Values with equal labels are added up; without a part there are none.
 */
export class ObservedMetric<L extends string> {
  readonly #sources = new Set<() => readonly Sample<L>[]>();

  constructor(options: { name: string; help: string; labelNames: readonly L[] }) {
    const type = options.name.endsWith('_total') ? 'counter' : 'gauge';
    registerCollector({ ...options, type }, () => {
      const sums = new Map<string, { labels: Readonly<Record<L, string>>; value: number }>();
      for (const { labels, value } of [...this.#sources].flatMap((read) => read())) {
        const key = options.labelNames.map((name) => labels[name]).join('\n');
        sums.set(key, { labels, value: value + (sums.get(key)?.value ?? 0) });
      }
      return [...sums.values()];
    });
  }

  /** Reads these values too, until the returned function is called. `read` is synchronous and must not throw. */
  observe(read: () => readonly Sample<L>[]): () => void {
    this.#sources.add(read);
    return () => {
      this.#sources.delete(read);
    };
  }
}

/** Counts durations with fixed labels. */
export interface DurationChild {
  observe(seconds: number): void;
}

/**
 * A histogram for hot paths. A child is made once per combination of labels, and an observation adds to three numbers: a
 * histogram of prom-client joins and checks the labels each time, which takes a microsecond or more.
 */
export class DurationHistogram<L extends string> {
  readonly #children: { labels: Readonly<Record<L, string>>; counts: Float64Array; sum: number }[] = [];
  readonly #buckets: readonly number[];

  /** @param options.buckets upper bounds in seconds, ascending. */
  constructor(options: { name: string; help: string; buckets: readonly number[] }) {
    const { name, buckets } = options;
    this.#buckets = buckets;
    registerCollector({ ...options, type: 'histogram' }, () =>
      this.#children.flatMap(({ labels, counts, sum }) => {
        let count = 0;
        const cumulative = [...buckets, '+Inf'].map((le, index) => {
          count += counts[index] ?? 0;
          return { labels: { le, ...labels }, value: count, metricName: `${name}_bucket` };
        });
        return [
          ...cumulative,
          { labels, value: sum, metricName: `${name}_sum` },
          { labels, value: count, metricName: `${name}_count` },
        ];
      }),
    );
  }

  child(labels: Readonly<Record<L, string>>): DurationChild {
    const buckets = this.#buckets;
    const child = { labels, counts: new Float64Array(buckets.length + 1), sum: 0 };
    this.#children.push(child);
    return {
      observe(seconds) {
        let index = 0;
        while (index < buckets.length && seconds > (buckets[index] ?? Infinity)) index += 1;
        child.counts[index] = (child.counts[index] ?? 0) + 1;
        child.sum += seconds;
      },
    };
  }
}

/** The children of a metric with two labels, each made once: prom-client checks and joins labels at each call. */
export class Children<C> {
  readonly #children = new Map<string, Map<string, C>>();

  constructor(private readonly make: (first: string, second: string) => C) {}

  get(first: string, second: string): C {
    let row = this.#children.get(first);
    if (row === undefined) this.#children.set(first, (row = new Map<string, C>()));
    let child = row.get(second);
    if (child === undefined) row.set(second, (child = this.make(first, second)));
    return child;
  }
}

/**
 * Adds what every process has: build information, and the metrics of Node for memory, event loop and garbage collection.
 * @param component the service or `gateway`, or `standalone` for all of them in one process.
 */
export function countProcess(component: string): void {
  if (register.getSingleMetric('process_cpu_user_seconds_total') !== undefined) return;
  collectDefaultMetrics();
  const { version } = createRequire(import.meta.url)('../../runtime/package.json') as { version: string };
  new Gauge({
    name: 'parley_build_info',
    help: 'Always 1; the labels tell what runs, its release and the version of Node',
    labelNames: ['component', 'version', 'node'],
  }).set({ component, version, node: process.version }, 1);
}

/** All metrics in the Prometheus text format. */
export async function metricsText(): Promise<{ contentType: string; text: string }> {
  return { contentType: register.contentType, text: await register.metrics() };
}
