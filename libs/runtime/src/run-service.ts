import type { Provider, Type } from '@nestjs/common';
import { services } from '@parley/contracts';
import {
  EventsConfig,
  EventTransport,
  RabbitConfig,
  RabbitEvents,
  requireBrokerAccess,
} from '@parley/events';
import type { ConfigClass, Env } from './config.ts';
import { type Logger } from './logging/logger.ts';
import { startService } from './process/boot.ts';
import { PersistenceConfig, type ServiceDatabase } from '@parley/persistence';
import { RpcConfig, RpcTransport, TcpRpc } from '@parley/rpc';
import { runProcess } from './process/run-process.ts';

type AnyConfig = Pick<ConfigClass, 'settings'> & (new (env: Env) => object);

/** What the package of a service exports as `service`, for each form of running. */
export interface ServiceDefinition {
  readonly database: ServiceDatabase;
  readonly module: Type;
  /** Config classes that only this service reads. */
  readonly configs: readonly AnyConfig[];
}

/** What a process of its own adds to a service. */
interface ProcessSpec {
  /** Config classes of the servers that only this service uses. */
  configs?: readonly AnyConfig[];
  providers?: (env: Env, logger: Logger) => readonly Provider[];
  /** Rejects if a server that only this service uses refuses the connection. */
  requireAccess?: (env: Env) => Promise<void>;
}

/** Runs a service as its own process, with RPC over TCP and events over RabbitMQ. */
export async function runService(service: ServiceDefinition, spec: ProcessSpec = {}): Promise<void> {
  const name = service.database.service;
  const own = [...service.configs, ...(spec.configs ?? [])];
  await runProcess({
    name,
    configs: [PersistenceConfig, RpcConfig, EventsConfig, RabbitConfig, ...own],
    start: async (env, logger) => {
      const rpc = new TcpRpc(new RpcConfig(env), logger);
      const bus = new RabbitConfig(env);
      const events = new RabbitEvents(bus, { services, logger });
      const starting = startService(service.module, {
        name,
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
