import { Children, DurationHistogram, REQUEST_BUCKETS, type DurationChild } from '../metrics.ts';

const duration = new DurationHistogram<'server' | 'method' | 'route' | 'status'>({
  name: 'parley_http_request_duration_seconds',
  help: 'Time from the head of a request to the end of its response, by server, method, route template and status class',
  buckets: REQUEST_BUCKETS,
});

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PATCH', 'PUT', 'DELETE', 'OPTIONS']);
const CLASSES = ['1xx', '2xx', '3xx', '4xx', '5xx'];

/** The durations of the requests to one HTTP server of the process. */
export class RequestDurations {
  readonly #methods = new Map<string, Children<DurationChild>>();

  /** @param server its name, such as `api`. */
  constructor(private readonly server: string) {}

  /** @param route the template that matched, never a URL; `null` if none did. */
  note({ method, route }: { method: string; route: string | null }, status: number, ms: number): void {
    const name = METHODS.has(method) ? method : 'other';
    let children = this.#methods.get(name);
    if (children === undefined) {
      const { server } = this;
      children = new Children((path, statusClass) =>
        duration.child({ server, method: name, route: path, status: statusClass }),
      );
      this.#methods.set(name, children);
    }
    const statusClass = CLASSES[Math.floor(status / 100) - 1] ?? 'other';
    children.get(route ?? 'unmatched', statusClass).observe(ms / 1000);
  }
}
