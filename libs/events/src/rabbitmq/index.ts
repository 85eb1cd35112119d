export { BusCounters } from './counters.ts';
export { RabbitConfig } from './rabbit.config.ts';
export * from './rabbit-events.ts';
export { reachBroker } from './reach.ts';
export { removeTopology, topologyOf, type ServiceQueues, type Topology } from './topology.ts';
