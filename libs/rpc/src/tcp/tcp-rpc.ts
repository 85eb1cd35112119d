import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { ApiError, type ServiceName } from '@parley/contracts';
import { LOGGER, type Context, type HandlerResult, type Logger } from '@parley/kernel';
import { RpcTransport, type Dispatch } from '../transport.ts';
import { OutgoingCall } from './outgoing-call.ts';
import { RpcConfig } from './rpc.config.ts';
import { ServiceClient } from './service-client.ts';
import { TcpServer } from './tcp-server.ts';
import { mutualTlsOf } from './tls.ts';

/** How long running calls may take after a service is told to stop: less than its grace period of 45 s. */
const DRAIN_MS = 20_000;

/** RPC between processes over TCP. A process serves at most one service. */
@Injectable()
export class TcpRpc extends RpcTransport implements OnApplicationShutdown {
  /** The strategy for Nest, which makes it listen and closes it. Unused in a process that only calls. */
  readonly server: TcpServer;
  readonly #clients: ReadonlyMap<ServiceName, ServiceClient>;

  /** Throws `ConfigError` if certificates cannot be read. Connects at the first call. */
  constructor(@Inject(RpcConfig) config: RpcConfig, @Inject(LOGGER) logger: Logger) {
    super();
    const shared = { frameLimit: config.RPC_FRAME_LIMIT, tls: mutualTlsOf(config) };
    this.server = new TcpServer(
      { ...shared, host: config.RPC_HOST, port: config.RPC_PORT, drainMs: DRAIN_MS },
      logger,
    );
    const options = {
      ...shared,
      queueLimit: config.RPC_QUEUE_LIMIT,
      poolSize: config.RPC_POOL_SIZE,
      connectTimeoutMs: config.RPC_CONNECT_TIMEOUT,
      logger,
    };
    this.#clients = new Map(
      [...config.RPC_ADDRESSES].map(([service, addresses]) => [
        service,
        new ServiceClient(addresses, options),
      ]),
    );
  }

  override serve(_service: ServiceName, dispatch: Dispatch): () => Promise<void> {
    this.server.dispatch = dispatch;
    return () => this.server.close();
  }

  override async call(
    service: ServiceName,
    procedureId: string,
    ctx: Context,
    input: unknown,
  ): Promise<HandlerResult> {
    const client = this.#clients.get(service);
    if (client === undefined) throw new ApiError('service_unavailable');
    return client.call(new OutgoingCall(procedureId, ctx, input));
  }

  /** Closes the connections to all services; pending calls fail. Serving continues. */
  close(): void {
    for (const client of this.#clients.values()) client.close();
  }

  onApplicationShutdown(): void {
    this.close();
  }
}
