import { afterEach } from '@jest/globals';
import type { Socket } from 'node:net';
import { type ServiceName } from '@parley/contracts';
import { type Context } from '@parley/runtime/context';
import { type HandlerResult } from '@parley/runtime/handlers';
import { createLogger } from '@parley/runtime/logging';
import { gate, TcpProxy } from '@parley/testing';
import type { Dispatch } from '../transport.ts';
import { RpcConfig, type Role } from './rpc.config.ts';
import { TcpRpc } from './tcp-rpc.ts';

export const silentLogger = createLogger('rpc', 'silent');

export type Settings = Record<string, string>;

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

/** Does this after the test, the last first. */
export const atEnd = (end: () => unknown): void => void ends.push(end);

/** A transport with the settings of the environment `env`, until the test ends. */
export function tcpRpc(env: Settings = {}, role?: Role): TcpRpc {
  const rpc = new TcpRpc(new RpcConfig({ RPC_ADDRESSES: '', ...env }, role), silentLogger, 50);
  atEnd(() => rpc.close());
  return rpc;
}

/** The transport of a process that calls what has these entries in `RPC_ADDRESSES`. */
export const callerOf = (entries: readonly string[], env: Settings = {}): TcpRpc =>
  tcpRpc({ ...env, RPC_ADDRESSES: entries.join(',') });

/** Serves `dispatch` as a service, as Nest does with the strategy of a microservice, until the test ends. */
export async function listen(
  rpc: TcpRpc,
  dispatch: Dispatch,
  service: ServiceName = 'ticket',
): Promise<() => Promise<void>> {
  const stop = rpc.serve(service, dispatch);
  await new Promise<void>((resolve, reject) =>
    rpc.server.listen((error) => (error === undefined ? resolve() : reject(error))),
  );
  atEnd(stop);
  return stop;
}

/** A process of a service, of tickets by default, with a handler that a test controls. */
export class FakeService {
  readonly received: { procedure: string; ctx: Context; input: unknown }[] = [];
  stop: () => Promise<void> = () => Promise.resolve();
  #held: Promise<void> | undefined;
  #release = (): void => undefined;

  private constructor(
    private readonly env: Settings,
    public port: number,
    public respond: () => unknown,
    private readonly service: ServiceName,
  ) {}

  static async start(
    env: Settings = {},
    port = 0,
    respond: () => unknown = () => 'ok',
    of: ServiceName = 'ticket',
  ): Promise<FakeService> {
    const service = new FakeService(env, port, respond, of);
    await service.open();
    atEnd(() => service.release());
    return service;
  }

  /** Listens, on the same port each time. */
  async open(): Promise<void> {
    const rpc = tcpRpc({ ...this.env, RPC_PORT: String(this.port) });
    this.stop = await listen(rpc, (...call) => this.#handle(...call), this.service);
    this.port = rpc.server.address().port;
  }

  get host(): string {
    return this.env['RPC_HOST'] ?? '127.0.0.1';
  }

  get address(): string {
    return `${this.host}:${this.port}`;
  }

  /** Its entry in `RPC_ADDRESSES`. */
  get entry(): string {
    return `ticket=${this.address}`;
  }

  /** Calls wait in their handler until `release()`. */
  hold(): void {
    [this.#held, this.#release] = gate();
  }

  release(): void {
    this.#release();
    this.#held = undefined;
  }

  async #handle(...[procedure, ctx, input]: Parameters<Dispatch>): Promise<HandlerResult> {
    this.received.push({ procedure, ctx, input });
    await this.#held;
    return { value: this.respond(), replayed: false };
  }
}

/** A wire to a service, with the entry in `RPC_ADDRESSES` that leads through it. */
export async function proxyTo({ host, port }: FakeService): Promise<TcpProxy & { entry: string }> {
  const proxy = await TcpProxy.start({ host, port });
  atEnd(() => proxy.close());
  return Object.assign(proxy, { entry: `ticket=127.0.0.1:${proxy.port}` });
}

/** Resolves when the socket has closed. `once` of node:events would reject if an error comes first. */
export function closed(socket: Socket): Promise<void> {
  return new Promise((resolve) => socket.once('close', () => resolve()));
}
