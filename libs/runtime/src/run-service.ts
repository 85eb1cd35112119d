import type { Provider, Type } from '@nestjs/common';
import { services, type ServiceName } from '@parley/contracts';
import {
  EventsConfig,
  EventTransport,
  RabbitConfig,
  RabbitEvents,
  requireBrokerAccess,
} from '@parley/events';
import { type Env } from './config.ts';
import { type Logger } from './logging/logger.ts';
import { startService } from './process/boot.ts';
import { PersistenceConfig } from '@parley/persistence';
import { RpcConfig, RpcTransport, TcpRpc } from '@parley/rpc';
import { runProcess } from './process/run-process.ts';

export interface ServiceSpec {
  name: ServiceName;
  module: Type;
  /** Config classes that only this service reads. */
  configs: readonly (new (env: Env) => object)[];
  /** Providers that only this service needs. */
  providers?: (env: Env, logger: Logger) => readonly Provider[];
  /** Rejects if a server that only this service uses refuses the connection. */
  requireAccess?: (env: Env) => Promise<void>;
}

/** Runs a service as its own process, with RPC over TCP and events over RabbitMQ. */
export async function runService(spec: ServiceSpec): Promise<void> {
  await runProcess({
    name: spec.name,
    configs: [PersistenceConfig, RpcConfig, EventsConfig, RabbitConfig, ...spec.configs],
    start: async (env, logger) => {
      const rpc = new TcpRpc(new RpcConfig(env), logger);
      const bus = new RabbitConfig(env);
      const events = new RabbitEvents(bus, { services, logger });
      const starting = startService(spec.module, {
        name: spec.name,
        env,
        strategy: rpc.server,
        providers: [
          { provide: RpcTransport, useValue: rpc },
          { provide: EventTransport, useValue: events },
          ...(spec.providers?.(env, logger) ?? []),
        ],
      });
      // Side by side: without a broker a service starts nevertheless.
      const [app] = await Promise.all([
        starting,
        requireBrokerAccess(bus.AMQP_URL),
        spec.requireAccess?.(env),
      ]);
      return {
        close: async () => {
          await app.close();
          await events.close();
          rpc.close();
        },
      };
    },
  });
}
