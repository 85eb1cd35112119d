import { Inject, Injectable, Optional, type OnApplicationShutdown } from '@nestjs/common';
import { ApiError, type ServiceName } from '@parley/contracts';
import { withTimeout } from '@parley/runtime/async';
import { type Context } from '@parley/runtime/context';
import { LOGGER, type Logger } from '@parley/runtime/logging';
import { rpcInstances } from '../rpc-metrics.ts';
import { RpcTransport, type Dispatch } from '../transport.ts';
import { contractOf } from './contract.ts';
import { OutgoingCall } from './outgoing-call.ts';
import { RpcConfig } from './rpc.config.ts';
import { ServiceClient } from './service-client.ts';
import { TcpServer } from './tcp-server.ts';

/** How long a start waits for connections at most: one attempt, and the resolution of names. */
const WARM_UP_MS = 3_000;

/** RPC between processes over TCP. A process serves at most one service. */
@Injectable()
export class TcpRpc extends RpcTransport implements OnApplicationShutdown {
  /** The strategy for Nest, which makes it listen and closes it. Unused in a process that only calls. */
  readonly server: TcpServer;
  readonly #clients: ReadonlyMap<ServiceName, ServiceClient>;
  readonly #unwatch: (() => void) | undefined;
  readonly #unobserve: () => void;

  /** Connects with the first call, or `warmUp()`. */
  constructor(config: RpcConfig, @Inject(LOGGER) logger: Logger, @Optional() reloadMs?: number) {
    super();
    this.server = new TcpServer(config, logger);
    this.#unwatch = config.tls?.watch((tls) => this.server.useCertificates(tls), logger, reloadMs);
    this.#clients = new Map(
      [...config.RPC_ADDRESSES].map(([service, addresses]) => [
        service,
        new ServiceClient(addresses, { config, logger, service, contract: () => contractOf(service) }),
      ]),
    );
    this.#unobserve = rpcInstances.observe(() =>
      [...this.#clients].flatMap(([callee, { states }]) =>
        Object.entries(states).map(([state, value]) => ({ labels: { callee, state }, value })),
      ),
    );
  }

  override serve(service: ServiceName, dispatch: Dispatch): () => Promise<void> {
    this.server.dispatch = dispatch;
    this.server.service = service;
    this.server.contract = contractOf(service);
    return () => this.server.close();
  }

  override async call(service: ServiceName, procedureId: string, ctx: Context, input: unknown) {
    const client = this.#clients.get(service);
    if (client === undefined) throw new ApiError('service_unavailable');
    return client.call(new OutgoingCall(procedureId, ctx, input));
  }

  /** Connects to all services that can be reached within some seconds, ahead of the first calls. Never rejects. */
  async warmUp(): Promise<void> {
    const connected = Promise.all([...this.#clients.values()].map((client) => client.warmUp()));
    await withTimeout(connected, WARM_UP_MS, 'Connecting to the services').catch(() => undefined);
  }

  /** Closes the connections to all services; pending calls fail. Serving continues. */
  close(): void {
    this.#unwatch?.();
    this.#unobserve();
    for (const client of this.#clients.values()) client.close();
  }

  onApplicationShutdown(): void {
    this.close();
  }
}
