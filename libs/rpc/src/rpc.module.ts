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
import { HandlerInterceptor, ProcedureCaller, providerMethods } from '@parley/runtime/handlers';
import { LOGGER, type Logger } from '@parley/runtime/logging';
import { Dispatcher } from './dispatcher.ts';
import { Rpc } from './rpc.ts';
import { RpcTransport } from './transport.ts';

const SERVICE = Symbol('SERVICE');

/** Registers the handlers of a service with the transport when the service starts, and drains them when it stops. */
@Injectable()
class RpcServer implements OnApplicationBootstrap, BeforeApplicationShutdown {
  #stop: () => Promise<void> = () => Promise.resolve();

  constructor(
    @Inject(SERVICE) private readonly service: ServiceName,
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly transport: RpcTransport,
    private readonly discovery: DiscoveryService,
    @Optional() @Inject(HandlerInterceptor) private readonly interceptor?: HandlerInterceptor,
  ) {}

  onApplicationBootstrap(): void {
    const dispatcher = new Dispatcher(this.logger, this.interceptor);
    const required = procedures.filter(({ service }) => service === this.service);
    dispatcher.registerAll(providerMethods(this.discovery), required, `service ${this.service}`);
    this.#stop = this.transport.serve(this.service, (...call) => dispatcher.dispatch(...call));
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.#stop();
  }
}

@Module({})
export class RpcModule {
  static forService(service: ServiceName): DynamicModule {
    return {
      module: RpcModule,
      global: true,
      imports: [DiscoveryModule],
      providers: [
        Rpc,
        { provide: ProcedureCaller, useExisting: Rpc },
        RpcServer,
        { provide: SERVICE, useValue: service },
      ],
      exports: [Rpc],
    };
  }
}
