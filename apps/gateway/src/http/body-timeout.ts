import type { IncomingMessage, ServerResponse } from 'node:http';

/** Ends requests whose body does not arrive in time. Node has one time for all requests, and uploads may take longer. */
export class BodyTimeout {
  readonly #watched = new WeakMap<IncomingMessage, { timer: NodeJS.Timeout; response: ServerResponse }>();

  /** @param expire is called for a request that is not there in full after `ms`. */
  constructor(
    private readonly ms: number,
    private readonly expire: (request: IncomingMessage, response: ServerResponse) => void,
  ) {}

  start(request: IncomingMessage, response: ServerResponse): void {
    if (request.complete || !hasBody(request)) return;
    const timer = setTimeout(() => {
      if (!request.complete) this.expire(request, response);
    }, this.ms).unref();
    const stop = () => clearTimeout(timer);
    request.once('end', stop).once('close', stop);
    this.#watched.set(request, { timer, response });
  }

  /** Stops the clock of a request that has a limit of its own. */
  stop(request: IncomingMessage): void {
    clearTimeout(this.#watched.get(request)?.timer);
  }

  /** Starts the clock again for what is left of a body after that. */
  restart(request: IncomingMessage): void {
    const watched = this.#watched.get(request);
    if (watched !== undefined) this.start(request, watched.response);
  }
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}
