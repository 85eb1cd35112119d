import type { IncomingMessage } from 'node:http';

type Expire = (request: IncomingMessage) => void;

/**
 * Ends requests whose body does not arrive in time. Node has one time for all requests of a server, and the bodies of
 * uploads may take longer than others.
 */
export class BodyTimeout {
  readonly #timers = new WeakMap<IncomingMessage, NodeJS.Timeout>();

  /** @param expire is called for a request that is not there in full after `ms`. */
  constructor(
    private readonly ms: number,
    private readonly expire: Expire,
  ) {}

  start(request: IncomingMessage): void {
    if (request.complete || !hasBody(request)) return;
    const timer = setTimeout(() => {
      if (!request.complete) this.expire(request);
    }, this.ms).unref();
    const stop = () => clearTimeout(timer);
    request.once('end', stop).once('close', stop);
    this.#timers.set(request, timer);
  }

  /** For what has a time of its own. */
  stop(request: IncomingMessage): void {
    clearTimeout(this.#timers.get(request));
  }
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}
