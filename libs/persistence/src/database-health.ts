import type { OnApplicationBootstrap, OnApplicationShutdown } from '@nestjs/common';
import { health } from '@parley/kernel';
import type { Database } from './database.ts';

/** How long a probe waits for a connection and for its answer: with both it ends within the second of a Kubernetes probe. */
const PING_MS = 450;

/** A process is not ready while it gets no connection of the pool of a service in time: others may. */
export class DatabaseHealth implements OnApplicationBootstrap, OnApplicationShutdown {
  #remove: () => void = () => undefined;

  constructor(
    private readonly database: Database,
    private readonly service: string,
  ) {}

  onApplicationBootstrap(): void {
    this.#remove = health.addCheck('ready', `database ${this.service}`, async () => {
      await this.database.ping(PING_MS);
      return null;
    });
  }

  onApplicationShutdown(): void {
    this.#remove();
  }
}
