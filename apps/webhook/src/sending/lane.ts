import type { Socket } from 'node:net';
import { Client, type Dispatcher } from 'undici';
import type { judgingConnector } from './connector.ts';

export interface LaneOptions {
  readonly connector: ReturnType<typeof judgingConnector>;
  /** An unused socket is closed after this many milliseconds, whatever longer time the receiver offers. */
  readonly idleMs: number;
  /** A socket older than this many milliseconds takes no further request, so that a changed name is noticed. */
  readonly maxAgeMs: number;
}

/** A request that wants to know which lane carries it. */
export interface LaneRequest extends Dispatcher.DispatchOptions {
  readonly boarded?: (lane: Lane) => void;
}

interface Track {
  socket: Socket | null;
  openedAt: number;
  carried: number;
}

/**
 * One connection to a receiver, one request at a time. It adds to undici's client what 7.30 lacks: an age limit
 * (its `clientTtl` mishandles pools and must not be used) and the knowledge whether a socket was used before.
 */
export class Lane extends Client {
  readonly #track: Track;
  readonly #maxAgeMs: number;

  constructor(origin: string | URL, { connector, idleMs, maxAgeMs }: LaneOptions) {
    const track: Track = { socket: null, openedAt: 0, carried: 0 };
    super(origin, {
      connect: (target, callback) => {
        connector(target, (...result) => {
          Object.assign(track, { socket: result[1], openedAt: performance.now(), carried: 0 });
          callback(...result);
        });
      },
      pipelining: 1,
      keepAliveTimeout: idleMs,
      keepAliveMaxTimeout: idleMs,
      // Deadlines are absolute and ours: undici's start again with every byte, so a slow drip would never end.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
    this.#track = track;
    this.#maxAgeMs = maxAgeMs;
  }

  override dispatch(request: LaneRequest, handler: Dispatcher.DispatchHandler): boolean {
    const { socket, openedAt } = this.#track;
    // The pool hands requests only to a lane that is free, so nothing is cut off here.
    if (socket !== null && performance.now() - openedAt >= this.#maxAgeMs && this.stats.size === 0)
      socket.destroy();
    request.boarded?.(this);
    return super.dispatch(request, handler);
  }

  /** To be called when a request is about to be written: whether its socket has carried one before. */
  begin(): boolean {
    this.#track.carried += 1;
    return this.#track.carried > 1;
  }
}
