import type { OnApplicationBootstrap, OnApplicationShutdown } from '@nestjs/common';
import { ObservedMetric } from '@parley/runtime/metrics';
import { health } from '@parley/runtime/process';
import type { Database } from '../transaction/database.ts';

const poolConnections = new ObservedMetric({
  name: 'parley_db_connections',
  help: 'Connections of the pool of a service in this process, by state: used, idle',
  labelNames: ['component', 'state'],
});
const poolWaiting = new ObservedMetric({
  name: 'parley_db_pool_waiting',
  help: 'Work that waits for a connection of the pool',
  labelNames: ['component'],
});
const poolMax = new ObservedMetric({
  name: 'parley_db_pool_max',
  help: 'Connections that the pool of a service in this process may have',
  labelNames: ['component'],
});

/** How long a probe waits for a connection and for its answer: with both it ends within the second of a Kubernetes probe. */
const PING_MS = 450;

/** A process is not ready while it gets no connection in time: others may. The metrics show the use of the pool. */
export class DatabaseHealth implements OnApplicationBootstrap, OnApplicationShutdown {
  #removals: (() => void)[] = [];

  constructor(
    private readonly database: Database,
    private readonly service: string,
  ) {}

  onApplicationBootstrap(): void {
    const component = this.service;
    const one = (value: number) => [{ labels: { component }, value }];
    this.#removals = [
      health.addCheck('ready', `database ${component}`, async () => {
        await this.database.ping(PING_MS);
        return null;
      }),
      poolConnections.observe(() => {
        const { used, idle } = this.database.pool;
        return Object.entries({ used, idle }).map(([state, value]) => ({
          labels: { component, state },
          value,
        }));
      }),
      poolWaiting.observe(() => one(this.database.pool.waiting)),
      poolMax.observe(() => one(this.database.pool.max)),
    ];
  }

  onApplicationShutdown(): void {
    for (const remove of this.#removals) remove();
  }
}
