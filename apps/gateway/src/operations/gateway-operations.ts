import { Inject, Injectable } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { operations, type Operation } from '@parley/contracts';
import { LOGGER, providerMethods, type Logger, type HandlerResult, type TenantContext } from '@parley/kernel';
import { Dispatcher } from '@parley/rpc';

/** Answers the operations that no service owns, by handlers like those of services. */
@Injectable()
export class GatewayOperations {
  readonly #dispatcher: Dispatcher;

  constructor(
    @Inject(LOGGER) logger: Logger,
    @Inject(DiscoveryService) private readonly discovery: DiscoveryService,
  ) {
    this.#dispatcher = new Dispatcher(logger, undefined);
  }

  /** Finds the handlers. Throws when an operation has none. */
  collect(): void {
    const own = operations.filter(({ service }) => service === 'gateway');
    this.#dispatcher.registerAll(providerMethods(this.discovery), own, 'the gateway');
  }

  answer(operation: Operation, ctx: TenantContext, input: unknown): Promise<HandlerResult> {
    return this.#dispatcher.dispatch(operation.id, ctx, input);
  }
}
