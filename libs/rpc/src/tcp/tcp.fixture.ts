import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { ApiError } from '@parley/contracts';
import { createLogger, type Context, type HandlerResult } from '@parley/kernel';
import type { Dispatch } from '../transport.ts';
import { RpcConfig } from './rpc.config.ts';
import { TcpRpc } from './tcp-rpc.ts';

export const silent = createLogger('rpc', 'silent');

export type Settings = Record<string, string>;

/** A transport with the settings of the environment `env`. */
export function tcpRpc(env: Settings = {}): TcpRpc {
  return new TcpRpc(new RpcConfig({ RPC_ADDRESSES: '', ...env }), silent);
}

/** A process of the ticket service, as far as callers can tell. */
export class Desk {
  readonly received: { procedure: string; ctx: Context; input: unknown }[] = [];
  #gates: (() => void)[] = [];
  /** Calls wait in their handler until they are let go. */
  holds = false;
  rpc: TcpRpc | undefined;
  stop: () => Promise<void> = () => Promise.resolve();

  constructor(
    private readonly env: Settings = {},
    private port = 0,
    public answers: () => unknown = () => 'ok',
  ) {}

  static async start(...options: ConstructorParameters<typeof Desk>): Promise<Desk> {
    const desk = new Desk(...options);
    await desk.open();
    return desk;
  }

  /** Listens, on the same port each time. */
  async open(): Promise<void> {
    this.rpc = tcpRpc({ ...this.env, RPC_PORT: String(this.port) });
    const dispatch: Dispatch = (procedure, ctx, input) => this.#handle(procedure, ctx, input);
    this.stop = await this.rpc.serve('ticket', dispatch);
    this.port = this.rpc.address().port;
  }

  get address(): string {
    return `${this.env['RPC_HOST'] ?? '127.0.0.1'}:${this.port}`;
  }

  /** As `RPC_ADDRESSES` has it. */
  get entry(): string {
    return `ticket=${this.address}`;
  }

  inProgress(): ApiError {
    return new ApiError('idempotency_in_progress');
  }

  letGo(): void {
    this.holds = false;
    for (const go of this.#gates.splice(0)) go();
  }

  async #handle(procedure: string, ctx: Context, input: unknown): Promise<HandlerResult> {
    this.received.push({ procedure, ctx, input });
    if (this.holds) await new Promise<void>((resolve) => this.#gates.push(resolve));
    return { value: this.answers(), replayed: false };
  }
}

/** A network between callers and one process, which a test can break. */
export class Wire {
  readonly #server = createServer((inside) => this.#join(inside));
  readonly #sockets = new Set<Socket>();
  #lossy = false;
  #frozen = false;
  #port = 0;
  accepted = 0;

  private constructor(private readonly target: string) {}

  static async to(target: string): Promise<Wire> {
    const wire = new Wire(target);
    await wire.open();
    return wire;
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

  /** Connections stay, but nothing passes any more, in neither direction; not even a goodbye. */
  freeze(): void {
    this.#frozen = true;
  }

  /** Requests pass; the first answer after this cuts its connection instead. */
  loseNextReply(): void {
    this.#lossy = true;
  }

  /** The process is killed, or the machine lost: connections are cut, new ones refused. */
  async cut(): Promise<void> {
    const closed = once(this.#server, 'close');
    this.#server.close();
    this.hangUp();
    await closed;
  }

  /** Connections are cut, new ones taken. */
  hangUp(): void {
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
      if (this.#lossy && !data.includes('"value":null')) {
        this.#lossy = false;
        inside.destroy();
      } else inside.write(data);
    });
  }
}

/** Waits until the socket is closed, by whatever means (`once` of node:events fails when an error comes first). */
export function closed(socket: Socket): Promise<void> {
  return new Promise((resolve) => socket.once('close', () => resolve()));
}
