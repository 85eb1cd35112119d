export { BusCounters } from './counters.ts';
export { RabbitConfig } from './rabbit.config.ts';
export * from './rabbit-events.ts';
export { checkBrokerConnection, requireBrokerAccess } from './broker-connection.ts';
export { migrateBus, pendingInBus, type Subscriptions } from './declarations.ts';
export { subscriberDefinitions, type SubscriberUser } from './subscriber-definitions.ts';
export { topologyOf } from './topology.ts';
