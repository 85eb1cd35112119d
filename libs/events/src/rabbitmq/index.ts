export { BusCounters } from './counters.ts';
export { RabbitConfig } from './rabbit.config.ts';
export * from './rabbit-events.ts';
export { checkBrokerConnection } from './check-connection.ts';
export { topologyOf } from './topology.ts';
