import {
  Inject,
  Injectable,
  Module,
  type BeforeApplicationShutdown,
  type DynamicModule,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { DiscoveryModule, DiscoveryService } from '@nestjs/core';
import type { ServiceName } from '@parley/contracts';
import { ENV, type Env } from '@parley/runtime/config';
import { EventSink, TransactionRunner, type MigrationSource } from '@parley/runtime/context';
import { LOGGER, type Logger } from '@parley/runtime/logging';
import { Consumer } from './consumer.ts';
import { DeadLetterCommands } from './dead-letter-commands.ts';
import { EventGauges, ServiceStatus } from './event-gauges.ts';
import { EventsConfig } from './events.config.ts';
import { Outbox } from './outbox.ts';
import { Pruning } from './pruning.ts';
import { Relay } from './relay.ts';
import { RepublishCommand } from './republish-command.ts';
import { subscriptionsOf } from './subscribers.ts';
import { EventTransport } from './transport.ts';

export const eventsMigrations: MigrationSource = {
  name: 'events',
  folder: new URL('./migrations/', import.meta.url),
};

const SERVICE = Symbol('SERVICE');

/** Starts the subscriptions and then the relay; stops them in the opposite order. */
@Injectable()
class EventFlow implements OnApplicationBootstrap, BeforeApplicationShutdown {
  @Inject(DeadLetterCommands) private readonly deadLetters!: DeadLetterCommands;
  readonly #relay: Relay;
  #unsubscribe: () => Promise<void> = () => Promise.resolve();

  constructor(
    @Inject(SERVICE) private readonly service: ServiceName,
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly transport: EventTransport,
    private readonly transactor: TransactionRunner,
    private readonly discovery: DiscoveryService,
    private readonly outbox: Outbox,
  ) {
    this.#relay = new Relay(transactor, transport, logger, service);
  }

  async onApplicationBootstrap(): Promise<void> {
    const subscriptions = subscriptionsOf(this.service, this.discovery);
    const consumer = new Consumer(subscriptions, this.transactor, this.logger);
    this.deadLetters.setConsumer(consumer);
    this.#unsubscribe = await this.transport.subscribe(this.service, {
      types: consumer.types,
      consume: (envelope, attempt) => consumer.consume(envelope, attempt),
      storeDeadLetter: (service, message) => consumer.storeDeadLetter(service, message),
      isAvailable: () => consumer.isAvailable(),
    });
    this.outbox.onCommit(() => this.#relay.wake());
    this.#relay.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.#relay.stop();
    await this.#unsubscribe();
  }
}

@Module({})
export class EventsModule {
  static forService(service: ServiceName): DynamicModule {
    return {
      module: EventsModule,
      global: true,
      imports: [DiscoveryModule],
      providers: [
        Outbox,
        { provide: EventSink, useExisting: Outbox },
        EventFlow,
        DeadLetterCommands,
        RepublishCommand,
        ServiceStatus,
        Pruning,
        {
          provide: EventGauges,
          inject: [TransactionRunner],
          useFactory: (transactor: TransactionRunner) => new EventGauges(service, transactor),
        },
        { provide: EventsConfig, inject: [ENV], useFactory: (env: Env) => new EventsConfig(env) },
        { provide: SERVICE, useValue: service },
      ],
      exports: [EventSink],
    };
  }
}
