import {
  Inject,
  Injectable,
  Module,
  Optional,
  type BeforeApplicationShutdown,
  type DynamicModule,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { DiscoveryModule, DiscoveryService } from '@nestjs/core';
import { procedures, type ServiceName } from '@parley/contracts';
import { HandlerInterceptor, LOGGER, providerMethods, type Logger } from '@parley/kernel';
import { Dispatcher } from './dispatcher.ts';
import { Rpc } from './rpc.ts';
import { RpcTransport } from './transport.ts';

const SERVICE = Symbol('SERVICE');

/** Collects the handlers of a service when it starts and offers them on the transport until it stops. */
@Injectable()
class RpcServer implements OnApplicationBootstrap, BeforeApplicationShutdown {
  #stop: () => Promise<void> = () => Promise.resolve();

  constructor(
    @Inject(SERVICE) private readonly service: ServiceName,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(RpcTransport) private readonly transport: RpcTransport,
    @Inject(DiscoveryService) private readonly discovery: DiscoveryService,
    @Optional() @Inject(HandlerInterceptor) private readonly interceptor?: HandlerInterceptor,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    const dispatcher = new Dispatcher(this.logger, this.interceptor);
    const required = procedures.filter(({ service }) => service === this.service);
    dispatcher.registerAll(providerMethods(this.discovery), required, `service ${this.service}`);
    this.#stop = await this.transport.serve(this.service, (id, ctx, input) =>
      dispatcher.dispatch(id, ctx, input),
    );
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.#stop();
  }
}

@Module({})
export class RpcModule {
  /** For a service: offers its handlers and lets it call others. */
  static forService(service: ServiceName): DynamicModule {
    return {
      module: RpcModule,
      global: true,
      imports: [DiscoveryModule],
      providers: [Rpc, RpcServer, { provide: SERVICE, useValue: service }],
      exports: [Rpc],
    };
  }
}
