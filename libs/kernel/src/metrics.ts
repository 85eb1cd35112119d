import { collectDefaultMetrics, register } from 'prom-client';

/**
 * The metrics of the process: each file defines its own once, when it is loaded. Names are
 * `parley_<service>_<what>_<unit>`, of counters with `_total`; labels are never an id, an address or user input.
 */
export { Counter, Gauge, Histogram } from 'prom-client';

/** Adds the default metrics of Node: memory, event loop, garbage collection. */
export function countProcess(): void {
  if (register.getSingleMetric('process_cpu_user_seconds_total') === undefined) collectDefaultMetrics();
}

/** All metrics in the Prometheus text format. */
export async function metricsText(): Promise<{ contentType: string; text: string }> {
  return { contentType: register.contentType, text: await register.metrics() };
}
