import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { ApiError } from '@parley/contracts';
import { type Context } from '@parley/runtime/context';
import { type HandlerResult } from '@parley/runtime/handlers';
import { createLogger } from '@parley/runtime/logging';
import type { Dispatch } from '../transport.ts';
import { RpcConfig } from './rpc.config.ts';
import { TcpRpc } from './tcp-rpc.ts';

export const silentLogger = createLogger('rpc', 'silent');

export type Settings = Record<string, string>;

/** A transport with the settings of the environment `env`. */
export function tcpRpc(env: Settings = {}): TcpRpc {
  return new TcpRpc(new RpcConfig({ RPC_ADDRESSES: '', ...env }), silentLogger, 50);
}

/** Serves `dispatch` as the ticket service, as Nest does with the strategy of a microservice. */
export async function listen(rpc: TcpRpc, dispatch: Dispatch): Promise<() => Promise<void>> {
  const stop = rpc.serve('ticket', dispatch);
  await new Promise<void>((resolve, reject) =>
    rpc.server.listen((error) => (error === undefined ? resolve() : reject(error))),
  );
  return stop;
}

/** A process of the ticket service with a handler that a test controls. */
export class FakeService {
  readonly received: { procedure: string; ctx: Context; input: unknown }[] = [];
  #gates: (() => void)[] = [];
  /** Calls wait in their handler until `release()`. */
  held = false;
  rpc: TcpRpc | undefined;
  stop: () => Promise<void> = () => Promise.resolve();

  constructor(
    private readonly env: Settings = {},
    private port = 0,
    public respond: () => unknown = () => 'ok',
  ) {}

  static async start(...options: ConstructorParameters<typeof FakeService>): Promise<FakeService> {
    const service = new FakeService(...options);
    await service.open();
    return service;
  }

  /** Listens, on the same port each time. */
  async open(): Promise<void> {
    this.rpc = tcpRpc({ ...this.env, RPC_PORT: String(this.port) });
    const dispatch: Dispatch = (procedure, ctx, input) => this.#handle(procedure, ctx, input);
    this.stop = await listen(this.rpc, dispatch);
    this.port = this.rpc.server.address().port;
  }

  get address(): string {
    return `${this.env['RPC_HOST'] ?? '127.0.0.1'}:${this.port}`;
  }

  /** Its entry in `RPC_ADDRESSES`. */
  get entry(): string {
    return `ticket=${this.address}`;
  }

  inProgress(): ApiError {
    return new ApiError('idempotency_in_progress');
  }

  release(): void {
    this.held = false;
    for (const open of this.#gates.splice(0)) open();
  }

  async #handle(procedure: string, ctx: Context, input: unknown): Promise<HandlerResult> {
    this.received.push({ procedure, ctx, input });
    if (this.held) await new Promise<void>((resolve) => this.#gates.push(resolve));
    return { value: this.respond(), replayed: false };
  }
}

/** A proxy between callers and one process that injects network faults. */
export class FaultProxy {
  readonly #server = createServer((inside) => this.#join(inside));
  readonly #sockets = new Set<Socket>();
  #dropsReply = false;
  #frozen = false;
  #port = 0;
  accepted = 0;

  private constructor(private readonly target: string) {}

  static async to(target: string): Promise<FaultProxy> {
    const proxy = new FaultProxy(target);
    await proxy.open();
    return proxy;
  }

  get entry(): string {
    return `ticket=127.0.0.1:${this.#port}`;
  }

  get connections(): number {
    return this.#sockets.size / 2;
  }

  async open(): Promise<void> {
    this.#server.listen(this.#port, '127.0.0.1');
    await once(this.#server, 'listening');
    this.#port = (this.#server.address() as AddressInfo).port;
  }

  /** Connections stay open, but nothing passes in either direction, not even a FIN. */
  freeze(): void {
    this.#frozen = true;
  }

  /** Closes the connection of the next reply instead of forwarding it. */
  dropNextReply(): void {
    this.#dropsReply = true;
  }

  /** As if the process was killed: closes connections and refuses new ones. */
  async cut(): Promise<void> {
    const closed = once(this.#server, 'close');
    this.#server.close();
    this.disconnect();
    await closed;
  }

  /** Closes connections and accepts new ones. */
  disconnect(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  #join(inside: Socket): void {
    this.accepted += 1;
    const [host = '', port] = this.target.split(':');
    const outside = connect(Number(port), host);
    for (const [one, other] of [
      [inside, outside],
      [outside, inside],
    ] as const) {
      this.#sockets.add(one);
      one.on('error', () => undefined);
      one.once('close', () => {
        this.#sockets.delete(one);
        if (!this.#frozen) other.destroy();
      });
    }
    inside.on('data', (data) => this.#frozen || outside.write(data));
    outside.on('data', (data) => {
      if (this.#frozen) return;
      if (this.#dropsReply && !data.includes('"value":null')) {
        this.#dropsReply = false;
        inside.destroy();
      } else inside.write(data);
    });
  }
}

/** Resolves when the socket has closed. `once` of node:events would reject if an error comes first. */
export function closed(socket: Socket): Promise<void> {
  return new Promise((resolve) => socket.once('close', () => resolve()));
}
