import type { Socket } from 'node:net';
import { Client, type Dispatcher } from 'undici';
import type { guardedConnector } from './targets/guarded-connector.ts';

export interface ConnectionOptions {
  readonly connector: ReturnType<typeof guardedConnector>;
  /** Idle timeout in milliseconds, also when the receiver offers a longer one. */
  readonly idleMs: number;
  /** An older socket takes no further request, so that DNS changes are noticed. */
  readonly maxAgeMs: number;
}

export interface ConnectionRequest extends Dispatcher.DispatchOptions {
  readonly onAssigned?: (connection: Connection) => void;
}

interface SocketState {
  socket: Socket | null;
  openedAt: number;
  requests: number;
}

/** A connection with one request at a time, a maximum age (`clientTtl` of undici 7.30 mishandles pools) and a count of its uses. */
export class Connection extends Client {
  readonly #state: SocketState;
  readonly #maxAgeMs: number;

  constructor(origin: string | URL, { connector, idleMs, maxAgeMs }: ConnectionOptions) {
    const state: SocketState = { socket: null, openedAt: 0, requests: 0 };
    super(origin, {
      connect: (target, callback) => {
        connector(target, (...result) => {
          Object.assign(state, { socket: result[1], openedAt: performance.now(), requests: 0 });
          callback(...result);
        });
      },
      pipelining: 1,
      keepAliveTimeout: idleMs,
      keepAliveMaxTimeout: idleMs,
      // undici's timeouts restart with every byte, so a slow-drip response would never end. Exchange sets a deadline.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
    this.#state = state;
    this.#maxAgeMs = maxAgeMs;
  }

  override dispatch(request: ConnectionRequest, handler: Dispatcher.DispatchHandler): boolean {
    const { socket, openedAt } = this.#state;
    // The pool assigns requests only to idle connections, so this aborts no request.
    if (socket !== null && performance.now() - openedAt >= this.#maxAgeMs && this.stats.size === 0)
      socket.destroy();
    request.onAssigned?.(this);
    return super.dispatch(request, handler);
  }

  /** Must be called before each request is written. Returns whether the socket was used before. */
  startRequest(): boolean {
    this.#state.requests += 1;
    return this.#state.requests > 1;
  }
}
