import type { SubscriptionSettings } from '@parley/bus/internal';
import type { ServiceName } from '@parley/contracts';
import type { Logger } from '@parley/runtime/logging';
import type { BusCounters } from './counters.ts';
import type { RabbitConfig } from './rabbit.config.ts';
import type { Topology } from './topology.ts';

/** What the publisher and the subscriptions of a process need to know. */
export interface Bus extends SubscriptionSettings {
  readonly config: RabbitConfig;
  readonly counters: BusCounters;
  readonly logger: Logger;
  readonly topology: Topology;
  /** Every service of the installation that subscribes, in any process. */
  readonly services: readonly ServiceName[];
}
