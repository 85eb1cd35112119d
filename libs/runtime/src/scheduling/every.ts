import 'reflect-metadata';
import {
  Inject,
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { parseDuration } from '@parley/contracts';
import { LOGGER, type Logger } from '../logging/logger.ts';
import { providerMethods } from '../handlers/provider-methods.ts';
import { ScheduledJob } from './scheduled-job.ts';

const EVERY = Symbol('parley:every');

type Work = (signal: AbortSignal) => Promise<void>;

interface Schedule {
  everyMs: number;
  name: string;
  atStart: boolean;
}

/**
 * Runs a provider's method at an interval while the service runs ({@link ScheduledJob}); its AbortSignal ends it at shutdown.
 * @param interval a duration such as `60s`.
 * @param name stable name for its log events, such as `outbox.prune`.
 */
export function Every(interval: string, name: string, { atStart = false } = {}) {
  const everyMs = parseDuration(interval);
  if (everyMs === null) throw new RangeError(`${interval} is not a duration`);
  return <W extends Work>(
    _target: object,
    _method: string | symbol,
    descriptor: TypedPropertyDescriptor<W>,
  ): void => {
    const schedule: Schedule = { everyMs, name, atStart };
    Reflect.defineMetadata(EVERY, schedule, descriptor.value as object);
  };
}

/** Runs the methods that are marked with {@link Every}. */
@Injectable()
export class Scheduler implements OnApplicationBootstrap, BeforeApplicationShutdown {
  readonly #jobs: ScheduledJob[] = [];

  constructor(
    private readonly discovery: DiscoveryService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    for (const { instance, method } of providerMethods(this.discovery)) {
      const schedule = Reflect.getMetadata(EVERY, method) as Schedule | undefined;
      if (schedule === undefined) continue;
      const job = new ScheduledJob((method as Work).bind(instance), { ...schedule, logger: this.logger });
      this.#jobs.push(job);
      job.start();
      if (schedule.atStart) job.run();
    }
  }

  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all(this.#jobs.map((job) => job.stop()));
  }
}
