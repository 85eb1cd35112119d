import { Histogram, REQUEST_BUCKETS } from '../metrics.ts';

const duration = new Histogram({
  name: 'parley_http_request_duration_seconds',
  help: 'Time from the head of a request to the end of its response, by server, method, route template and status class',
  labelNames: ['server', 'method', 'route', 'status'],
  buckets: REQUEST_BUCKETS,
});

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PATCH', 'PUT', 'DELETE', 'OPTIONS']);
const CLASSES = ['1xx', '2xx', '3xx', '4xx', '5xx'];

export class RequestDurations {
  /** @param server its name, such as `api`. */
  constructor(private readonly server: string) {}

  /** @param route the template that matched, never a URL; `null` if none did. */
  note({ method, route }: { method: string; route: string | null }, status: number, ms: number): void {
    const labels = {
      server: this.server,
      method: METHODS.has(method) ? method : 'other',
      route: route ?? 'unmatched',
      status: CLASSES[Math.floor(status / 100) - 1] ?? 'other',
    };
    duration.observe(labels, ms / 1000);
  }
}
