import { once } from 'node:events';
import type { RequestListener, Server, ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { duration, setting } from '../config.ts';
import { shutdown } from '../process/shutdown.ts';

/** How long a connection that was accepted before the drain may take to send its first byte. */
const UNUSED_CONNECTION_MS = 100;

/** Requests that wait for others of their connection until no more are read. Clients may send them ahead (pipelining); almost none do. */
const WAITING_MAX = 16;

/** Settings of a process that serves HTTP to clients: how long their connections last. */
export const connectionSettings = {
  KEEP_ALIVE_TIMEOUT: setting(
    'How long a connection of a client may be idle until it is closed; longer than the load balancer keeps it, which ' +
      'otherwise sends a request into a connection that is being closed',
    duration,
    '620s',
  ),
  DRAIN_DELAY: setting(
    'How long a process that is told to stop still accepts connections, not ready and with `Connection: close`: load ' +
      'balancers need that time to take it out; `npm start` and `npm run services` set 0s',
    duration,
    '5s',
  ),
  DRAIN_TIMEOUT: setting('How long requests may take to finish after that time', duration, '20s'),
};

interface DrainOptions {
  /** How long a connection may be idle. Default: what Node or the owner of the server sets. */
  keepAliveMs?: number;
  /** How long connections are still accepted after `close()`. Default: 0. */
  delayMs?: number;
  /** How long running requests may take to finish after that. */
  drainMs: number;
  /** Closes what owns the server, such as a Fastify instance. Default: the server alone. */
  close?: () => Promise<unknown>;
}

/** Shuts down gracefully: Node waits for ever for connections without a request, and does not end those that are kept alive. */
export class DrainingHttpServer {
  /** Open connections, each with the response to its latest request. */
  readonly #connections = new Map<Socket, ServerResponse | undefined>();
  #closed: Promise<void> | undefined;
  #draining = false;

  constructor(
    private readonly server: Server,
    private readonly options: DrainOptions,
  ) {
    if (options.keepAliveMs !== undefined) server.keepAliveTimeout = options.keepAliveMs;
    const track = (socket: Socket) => {
      this.#connections.set(socket, undefined);
      socket.once('close', () => this.#connections.delete(socket));
    };
    server.on('connection', track);
    // With TLS, requests have another socket than the connection.
    server.on('secureConnection', track);
    const turns = new Turns();
    const handlers = server.listeners('request') as RequestListener[];
    server.removeAllListeners('request');
    server.on('request', (request, response) => {
      this.#connections.set(request.socket, response);
      if (this.#draining) response.setHeader('connection', 'close');
      turns.take(response, () => {
        for (const handler of handlers) handler(request, response);
      });
    });
  }

  /** Whether `close()` was called: the process is not ready, and every response ends its connection. */
  get draining(): boolean {
    return this.#draining;
  }

  /** Listens; port 0 takes any free one. */
  async listen(port: number, host: string): Promise<AddressInfo> {
    this.server.listen(port, host);
    await once(this.server, 'listening');
    return this.server.address() as AddressInfo;
  }

  /** Serves on for `delayMs`, until load balancers have noticed; then waits up to `drainMs` for running requests. */
  close(): Promise<void> {
    this.#draining = true;
    return (this.#closed ??= this.#drain());
  }

  async #drain(): Promise<void> {
    for (const [socket, response] of this.#connections) {
      if (response?.headersSent === false) response.setHeader('connection', 'close');
      // Too late to tell the client, which would keep the connection behind a long response for another request.
      else if (response?.writableFinished === false) response.once('finish', () => socket.end());
    }
    if (this.options.delayMs !== undefined && this.server.listening) {
      const delayMs = shutdown.drainTime('intake', this.options.delayMs);
      await new Promise((resolve) => setTimeout(resolve, delayMs));
    }
    const timers = [
      setTimeout(() => this.#destroyUnused(), UNUSED_CONNECTION_MS),
      setTimeout(() => this.server.closeAllConnections(), shutdown.drainTime('intake', this.options.drainMs)),
    ];
    try {
      if (this.options.close !== undefined) await this.options.close();
      else if (this.server.listening) await new Promise((resolve) => this.server.close(resolve));
    } finally {
      for (const timer of timers) clearTimeout(timer);
    }
  }

  /** Browsers and load balancers open connections ahead of need. */
  #destroyUnused(): void {
    for (const socket of this.#connections.keys()) if (socket.bytesRead === 0) socket.destroy();
  }
}

interface Waiting {
  readonly response: ServerResponse;
  readonly handle: () => void;
}

/**
 * The requests of each connection, one after the other, and after each of them other connections have their turn. Node hands all over
 * that arrive, thousands in one packet, and reads on until responses fill its buffer; of a response that has not got its turn, it does
 * not even tell that the client has gone.
 */
class Turns {
  /** What waits behind the request that is being handled; absent if there is none. */
  readonly #waiting = new WeakMap<Socket, Waiting[]>();

  take(response: ServerResponse, handle: () => void): void {
    const { socket } = response.req;
    const waiting = this.#waiting.get(socket);
    if (waiting === undefined) {
      this.#waiting.set(socket, []);
      this.#handle(socket, { response, handle });
      return;
    }
    waiting.push({ response, handle });
    // Later, because Node resumes a connection with the end of each request on it.
    if (waiting.length >= WAITING_MAX) process.nextTick(() => socket.pause());
  }

  #handle(socket: Socket, { response, handle }: Waiting): void {
    response.once('close', () => this.#next(socket));
    handle();
  }

  #next(socket: Socket): void {
    const waiting = this.#waiting.get(socket) ?? [];
    if (waiting.length === 0 || socket.destroyed) {
      this.#waiting.delete(socket);
      return;
    }
    setImmediate(() => {
      const next = waiting.shift();
      if (waiting.length < WAITING_MAX) socket.resume();
      if (next !== undefined && !socket.destroyed) this.#handle(socket, next);
    });
  }
}
