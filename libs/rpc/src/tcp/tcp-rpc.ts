import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { ApiError, type ServiceName } from '@parley/contracts';
import { LOGGER, type Context, type Logger, type HandlerResult } from '@parley/kernel';
import { RpcTransport, type Dispatch } from '../transport.ts';
import { OutgoingCall } from './outgoing-call.ts';
import { RpcConfig } from './rpc.config.ts';
import { RpcListener } from './rpc-listener.ts';
import { ServicePeers } from './service-peers.ts';
import { mutualTlsOf, type MutualTls } from './tls.ts';

/** How long calls may go on running once a service is told to stop: less than the 45 s until it is killed. */
const DRAIN_MS = 20_000;

/** Calls between processes, by Nest's TCP transport. One service for each process that serves. */
@Injectable()
export class TcpRpc extends RpcTransport implements OnApplicationShutdown {
  readonly #services: ReadonlyMap<ServiceName, ServicePeers>;
  readonly #tls: MutualTls | undefined;
  #listener: RpcListener | undefined;

  /** Throws `ConfigError` when certificates cannot be read. Connects to nobody before the first call. */
  constructor(
    @Inject(RpcConfig) private readonly config: RpcConfig,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    super();
    this.#tls = mutualTlsOf(config);
    const options = {
      queueLimit: config.RPC_QUEUE_LIMIT,
      poolSize: config.RPC_POOL_SIZE,
      connectTimeoutMs: config.RPC_CONNECT_TIMEOUT,
      frameLimit: config.RPC_FRAME_LIMIT,
      tls: this.#tls,
      logger,
    };
    this.#services = new Map(
      [...config.RPC_ADDRESSES].map(([service, addresses]) => [
        service,
        new ServicePeers(addresses, options),
      ]),
    );
  }

  override async serve(service: ServiceName, dispatch: Dispatch): Promise<() => Promise<void>> {
    if (this.#listener !== undefined) throw new Error(`${service}: this process already serves`);
    const { RPC_HOST: host, RPC_PORT: port, RPC_FRAME_LIMIT: frameLimit } = this.config;
    const listener = await RpcListener.start(
      { host, port, frameLimit, tls: this.#tls },
      dispatch,
      this.logger,
    );
    this.#listener = listener;
    return async () => {
      if (this.#listener !== listener) return;
      this.#listener = undefined;
      await listener.drain(DRAIN_MS);
    };
  }

  override async call(
    service: ServiceName,
    procedureId: string,
    ctx: Context,
    input: unknown,
  ): Promise<HandlerResult> {
    const peers = this.#services.get(service);
    if (peers === undefined) throw new ApiError('service_unavailable');
    return await peers.call(new OutgoingCall(procedureId, ctx, input));
  }

  /** Where it listens. Throws unless it serves. */
  address(): { host: string; port: number } {
    if (this.#listener === undefined) throw new Error('nothing is served');
    return this.#listener.address();
  }

  /** Hangs up on all services; calls that wait for an answer fail at once. What is served goes on. */
  close(): void {
    for (const peers of this.#services.values()) peers.close();
  }

  onApplicationShutdown(): void {
    this.close();
  }
}
