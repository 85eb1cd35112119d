import type { Provider, Type } from '@nestjs/common';
import { services, type ServiceName } from '@parley/contracts';
import { EventTransport, RabbitConfig, RabbitEvents } from '@parley/events';
import { startService, type Env, type Logger } from '@parley/kernel';
import { PersistenceConfig } from '@parley/persistence';
import { RpcConfig, RpcTransport, TcpRpc } from '@parley/rpc';
import { HealthConfig, HealthServer } from './health-server.ts';
import { runProcess } from './run-process.ts';

export interface ServiceSpec {
  name: ServiceName;
  module: Type;
  /** Config classes that only this service reads. */
  configs: readonly (new (env: Env) => object)[];
  /** Providers that only this service needs. */
  providers?: (env: Env, logger: Logger) => readonly Provider[];
}

/** Runs a service as its own process, with RPC over TCP and events over RabbitMQ. */
export async function runService(spec: ServiceSpec): Promise<void> {
  await runProcess({
    name: spec.name,
    configs: [PersistenceConfig, RpcConfig, RabbitConfig, HealthConfig, ...spec.configs],
    start: async (env, logger) => {
      const rpc = new TcpRpc(new RpcConfig(env), logger);
      const events = new RabbitEvents(new RabbitConfig(env), { services, logger });
      const health = new HealthServer();
      await health.start(new HealthConfig(env));
      const app = await startService(spec.module, {
        name: spec.name,
        env,
        strategy: rpc.server,
        providers: [
          { provide: RpcTransport, useValue: rpc },
          { provide: EventTransport, useValue: events },
          ...(spec.providers?.(env, logger) ?? []),
        ],
      });
      health.setReady(true);
      return {
        close: async () => {
          health.setReady(false);
          await app.close();
          await events.close();
          rpc.close();
          await health.close();
        },
      };
    },
  });
}
