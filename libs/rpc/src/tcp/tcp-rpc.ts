import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { ApiError, type ServiceName } from '@parley/contracts';
import { LOGGER, type Context, type HandlerResult, type Logger } from '@parley/kernel';
import { RpcTransport, type Dispatch } from '../transport.ts';
import { contractOf } from './contract.ts';
import { OutgoingCall } from './outgoing-call.ts';
import { RpcConfig } from './rpc.config.ts';
import { ServiceClient } from './service-client.ts';
import { TcpServer } from './tcp-server.ts';

/** RPC between processes over TCP. A process serves at most one service. */
@Injectable()
export class TcpRpc extends RpcTransport implements OnApplicationShutdown {
  /** The strategy for Nest, which makes it listen and closes it. Unused in a process that only calls. */
  readonly server: TcpServer;
  readonly #clients: ReadonlyMap<ServiceName, ServiceClient>;

  /** Connects at the first call. */
  constructor(@Inject(RpcConfig) config: RpcConfig, @Inject(LOGGER) logger: Logger) {
    super();
    this.server = new TcpServer(config, logger);
    this.#clients = new Map(
      [...config.RPC_ADDRESSES].map(([service, addresses]) => [
        service,
        new ServiceClient(addresses, { config, logger, contract: () => contractOf(service) }),
      ]),
    );
  }

  override serve(service: ServiceName, dispatch: Dispatch): () => Promise<void> {
    this.server.dispatch = dispatch;
    this.server.contract = contractOf(service);
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
