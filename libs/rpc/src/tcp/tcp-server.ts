import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer, type Server as TlsServer } from 'node:tls';
import type { CustomTransportStrategy } from '@nestjs/microservices';
import { ApiError, type ServiceName } from '@parley/contracts';
import { withTimeout } from '@parley/runtime/async';
import { type Context } from '@parley/runtime/context';
import { type Logger } from '@parley/runtime/logging';
import { shutdown } from '@parley/runtime/process';
import { UnsupportedCallError, type Dispatch } from '../transport.ts';
import { FrameSocket, UnsendableMessageError } from './frame-socket.ts';
import { AuthenticationError, CallerIdentity, isHandshake } from './handshake.ts';
import type { MutualTls } from '../network/certificates.ts';
import type { RpcConfig } from './rpc.config.ts';
import * as wire from './wire.ts';

/** How long running calls may take after `close()`. */
const DRAIN_MS = 20_000;
/** Clients ping every 2.5 s: one that sends nothing for this long is gone. */
const IDLE_MS = 30_000;
/** How long clients may take to close their connections after the last reply. */
const CLIENT_CLOSE_MS = 1_000;
/** How long a client may take to prove its role, and the longest frame that is read from it before. */
const HANDSHAKE_MS = 5_000;
const HANDSHAKE_FRAME_LIMIT = 1_024;

const PONG: wire.WireReply = { value: null, replayed: false };
const DRAINING: wire.Refusal = { refused: 'draining' };
const UNSUPPORTED: wire.Refusal = { refused: 'unsupported' };
const INTERNAL_ERROR: wire.Reply = { error: new ApiError('internal_error').toJSON() };
const NOT_ALLOWED: wire.Reply = {
  error: new ApiError('forbidden', {
    message: 'Only operators may call commands: set OPERATOR_SECRET.',
  }).toJSON(),
};

/** Nest's transport strategy for a process that serves calls over TCP. */
export class TcpServer implements CustomTransportStrategy {
  readonly transportId = Symbol('parley.tcp');
  /** Set before the server listens. */
  dispatch: Dispatch = () => Promise.reject(new ApiError('service_unavailable'));
  /** Whose calls it takes. Set before the server listens. */
  service: ServiceName | undefined;
  /** What the service takes; see `contractOf`. */
  contract = '';
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  readonly #clients = new Set<FrameSocket>();
  readonly #running = new Set<Promise<unknown>>();
  #closed: Promise<void> | undefined;

  constructor(
    private readonly config: RpcConfig,
    private readonly logger: Logger,
    private readonly drainMs = DRAIN_MS,
  ) {
    const { tls } = config;
    const accept = (socket: Socket) => this.#accept(socket);
    this.#server = tls === undefined ? createServer(accept) : createTlsServer(tls.serverOptions, accept);
    this.#server.on('tlsClientError', (error: Error) => this.#logBrokenConnection(error));
    // Before the TLS handshake too, so that a client which never completes it cannot hold up the drain.
    this.#server.on('connection', (socket) => {
      this.#sockets.add(socket);
      socket.once('close', () => this.#sockets.delete(socket));
    });
  }

  /** Calls back when it listens, or with the error why it cannot. */
  listen(callback: (error?: Error) => void): void {
    this.#server.once('error', callback);
    this.#server.listen(this.config.RPC_PORT, this.config.RPC_HOST, () => {
      this.#server.off('error', callback).on('error', (error) => this.#logBrokenConnection(error));
      callback();
    });
  }

  /** Presents and requires other certificates on new connections. Only of a server with TLS. */
  useCertificates(tls: MutualTls): void {
    (this.#server as TlsServer).setSecureContext(tls);
  }

  address(): { host: string; port: number } {
    const { address, port } = this.#server.address() as AddressInfo;
    return { host: address, port };
  }

  /** Accepts no more calls, waits for those that run, and delivers their replies. */
  close(): Promise<void> {
    return (this.#closed ??= this.#drain());
  }

  async #drain(): Promise<void> {
    if (!this.#server.listening) return;
    const closed = new Promise((resolve) => this.#server.close(resolve));
    for (const client of this.#clients) client.send({ id: wire.DRAIN_NOTICE });
    await endsWithin(shutdown.drainTime('calls', this.drainMs), Promise.allSettled(this.#running));
    // Clients close their connections once they have the notice and all replies. A call that crossed the notice is
    // refused, which tells its client that it may retry elsewhere; a closed connection would not.
    if (await endsWithin(CLIENT_CLOSE_MS, closed)) return;
    for (const client of this.#clients) client.end();
    await endsWithin(CLIENT_CLOSE_MS, closed);
    for (const socket of this.#sockets) socket.destroy();
  }

  #accept(socket: Socket): void {
    const caller = new CallerIdentity(this.config);
    const client: FrameSocket = new FrameSocket(socket, {
      frameLimit: caller.isKnown ? this.config.RPC_FRAME_LIMIT : HANDSHAKE_FRAME_LIMIT,
      pauseReads: true,
      onMessage: (message) => this.#receive(client, caller, message),
      onClose: (cause) => {
        this.#clients.delete(client);
        if (cause !== undefined) this.#logBrokenConnection(cause);
      },
    });
    this.#clients.add(client);
    socket.setTimeout(IDLE_MS, () => socket.destroy());
    if (caller.isKnown) return;
    const timer = setTimeout(() => caller.isKnown || socket.destroy(), HANDSHAKE_MS).unref();
    socket.once('close', () => clearTimeout(timer));
  }

  /** Throws if the message breaks the protocol. */
  #receive(client: FrameSocket, caller: CallerIdentity, message: unknown): void {
    if (!wire.isRequest(message)) throw new Error('not a request');
    const { id, pattern, data } = message;
    const draining = this.#closed !== undefined;
    if (isHandshake(pattern)) this.#authenticate(client, caller, message);
    else if (!caller.isKnown) this.#refuse(client, id, new AuthenticationError('no handshake'));
    else if (pattern === wire.PING) this.#reply(client, id, draining ? DRAINING : PONG);
    else if (pattern === wire.OPEN) this.#reply(client, id, draining ? DRAINING : this.#introduction());
    else if (pattern !== wire.CALL || !wire.isWireCall(data)) throw new Error('not a call');
    else if (draining) this.#reply(client, id, DRAINING);
    else if (!caller.mayCall(data.procedure)) this.#reply(client, id, NOT_ALLOWED);
    else {
      const run = this.#run(data).then((reply) => this.#reply(client, id, reply));
      this.#running.add(run);
      void run.finally(() => this.#running.delete(run));
    }
  }

  #introduction(): wire.OpenReply {
    const { contract, service } = this;
    return { value: null, contract, ...(service !== undefined && { service }) };
  }

  #authenticate(client: FrameSocket, caller: CallerIdentity, { id, pattern, data }: wire.WireRequest): void {
    try {
      this.#reply(client, id, caller.advance(pattern, data));
      if (caller.isKnown) client.frameLimit = this.config.RPC_FRAME_LIMIT;
    } catch (error) {
      if (!(error instanceof AuthenticationError)) throw error;
      this.#refuse(client, id, error);
    }
  }

  /** Tells the client why the connection ends; nothing else that it sends is read. */
  #refuse(client: FrameSocket, id: string, err: AuthenticationError): void {
    const { remoteAddress: peer } = client.socket;
    this.logger.warn({ event: 'rpc.authentication.failed', err, peer }, 'RPC connection refused');
    this.#reply(client, id, { unauthenticated: true });
    client.socket.removeAllListeners('data').resume();
    client.end();
  }

  async #run({ procedure, ctx: sent, remaining, input, ignored }: wire.WireCall): Promise<wire.WireReply> {
    const ctx: Context = { ...sent, deadline: Date.now() + remaining };
    try {
      return await this.dispatch(procedure, ctx, input, ignored);
    } catch (error) {
      if (error instanceof UnsupportedCallError) {
        const fields = { event: 'rpc.call.unsupported', err: error, request_id: ctx.requestId };
        this.logger.warn(fields, 'Call refused');
        return UNSUPPORTED;
      }
      if (error instanceof ApiError) return { error: error.toJSON() };
      this.logger.error(
        { event: 'rpc.dispatch.failed', err: error, request_id: ctx.requestId, procedure },
        'Cannot dispatch call',
      );
      return INTERNAL_ERROR;
    }
  }

  #reply(
    client: FrameSocket,
    id: string,
    response: wire.WireReply | wire.OpenReply | wire.HandshakeReply,
  ): void {
    try {
      client.send({ id, response });
    } catch (error) {
      if (!(error instanceof UnsendableMessageError)) throw error;
      this.logger.error({ event: 'rpc.reply.failed', err: error }, 'Cannot send reply');
      client.send({ id, response: INTERNAL_ERROR });
    }
  }

  #logBrokenConnection(err: Error): void {
    this.logger.warn({ event: 'rpc.connection.failed', err }, 'RPC connection failed');
  }
}

/** Whether the work ended in time. */
function endsWithin(ms: number, work: Promise<unknown>): Promise<boolean> {
  const ended = work.then(() => true);
  return withTimeout(ended, ms, () => false);
}
