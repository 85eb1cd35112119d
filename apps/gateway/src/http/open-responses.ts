import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Requests of one connection that are handled at a time. Clients may send the next ones ahead (pipelining); almost none do. */
const HANDLED_MAX = 16;

interface Connection {
  readonly unfinished: Set<ServerResponse>;
  readonly handled: Set<ServerResponse>;
  /** Requests that wait for those before them, in their order. */
  readonly waiting: { response: ServerResponse; handle: () => void }[];
  isScheduled: boolean;
}

/** The responses of each connection that are not finished: of pipelined requests there are several. */
export class OpenResponses {
  readonly #bySocket = new WeakMap<Socket, Connection>();

  add(response: ServerResponse): void {
    const { unfinished } = this.#connectionOf(response);
    unfinished.add(response);
    response.once('close', () => unfinished.delete(response));
  }

  /** Whether a request of the connection is still being answered: more bytes would corrupt that answer. */
  isAnswering(socket: Socket): boolean {
    const unfinished = [...(this.#bySocket.get(socket)?.unfinished ?? [])];
    return unfinished.some(
      ({ headersSent, writableFinished, req }) => !writableFinished && (headersSent || req.complete),
    );
  }

  /** Handles a request once few of its connection are ahead, and other connections had their turn: one packet may have thousands. */
  inTurn(response: ServerResponse, handle: () => void): void {
    const connection = this.#connectionOf(response);
    connection.waiting.push({ response, handle });
    // Nobody is ahead of almost all requests.
    if (connection.waiting.length === 1 && !connection.isScheduled) this.#handleNext(connection);
  }

  #handleNext(connection: Connection): void {
    const { handled, waiting } = connection;
    for (let started = 0; started < HANDLED_MAX && handled.size < HANDLED_MAX; started += 1) {
      const next = waiting.shift();
      if (next === undefined) return;
      handled.add(next.response);
      next.response.once('close', () => {
        handled.delete(next.response);
        this.#schedule(connection);
      });
      next.handle();
    }
    this.#schedule(connection);
  }

  #schedule(connection: Connection): void {
    if (connection.isScheduled || connection.waiting.length === 0) return;
    if (connection.handled.size >= HANDLED_MAX) return;
    connection.isScheduled = true;
    setImmediate(() => {
      connection.isScheduled = false;
      this.#handleNext(connection);
    });
  }

  #connectionOf({ req: { socket } }: ServerResponse): Connection {
    const known = this.#bySocket.get(socket);
    if (known !== undefined) return known;
    const connection = { unfinished: new Set<ServerResponse>(), handled: new Set<ServerResponse>() };
    const made: Connection = { ...connection, waiting: [], isScheduled: false };
    this.#bySocket.set(socket, made);
    return made;
  }
}
