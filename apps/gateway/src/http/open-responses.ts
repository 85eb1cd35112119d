import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** The responses of each connection that are not finished: of pipelined requests there are several. */
export class OpenResponses {
  readonly #bySocket = new WeakMap<Socket, readonly ServerResponse[]>();

  add(response: ServerResponse): void {
    const { socket } = response.req;
    this.#bySocket.set(socket, [...this.#unfinished(socket), response]);
  }

  /** Whether a request of the connection is still being answered: more bytes would corrupt that answer. */
  isAnswering(socket: Socket): boolean {
    return this.#unfinished(socket).some(({ headersSent, req }) => headersSent || req.complete);
  }

  #unfinished(socket: Socket): readonly ServerResponse[] {
    return (this.#bySocket.get(socket) ?? []).filter(({ writableFinished }) => !writableFinished);
  }
}
