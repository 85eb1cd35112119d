import type { Provider, Type } from '@nestjs/common';
import { services, type ServiceName } from '@parley/contracts';
import { EventTransport, RabbitConfig, RabbitEvents } from '@parley/events';
import { startService, type Env, type Logger } from '@parley/kernel';
import { PersistenceConfig } from '@parley/persistence';
import { RpcConfig, RpcTransport, TcpRpc } from '@parley/rpc';
import { Health, HealthConfig } from './health.ts';
import { runProcess } from './run-process.ts';

export interface ServiceSpec {
  name: ServiceName;
  module: Type;
  /** The config classes of the service itself. */
  configs: readonly (new (env: Env) => object)[];
  /** What only this service needs of the outside. */
  providers?: (env: Env, logger: Logger) => readonly Provider[];
}

/** Runs a service as a process of its own: calls over TCP, events over RabbitMQ. */
export async function runService(spec: ServiceSpec): Promise<void> {
  await runProcess({
    name: spec.name,
    configs: [PersistenceConfig, RpcConfig, RabbitConfig, HealthConfig, ...spec.configs],
    start: async (env, logger) => {
      const rpc = new TcpRpc(new RpcConfig(env), logger);
      const events = new RabbitEvents(new RabbitConfig(env), { services, logger });
      const health = new Health();
      const app = await startService(spec.module, {
        name: spec.name,
        env,
        providers: [
          { provide: RpcTransport, useValue: rpc },
          { provide: EventTransport, useValue: events },
          ...(spec.providers?.(env, logger) ?? []),
        ],
      });
      await health.start(new HealthConfig(env));
      return {
        close: async () => {
          health.drain();
          await app.close();
          await events.close();
          rpc.close();
          await health.close();
        },
      };
    },
  });
}
