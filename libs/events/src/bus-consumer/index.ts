/**
 * The entry for a service of your own that subscribes to the bus: no NestJS, no TypeORM, no settings of the platform.
 * docs/bus.md describes it, examples/bus-subscriber-node is one.
 */
export { BusConsumer, type BusConsumerOptions } from './bus-consumer.ts';
export { DeadLetterQueue, type WaitingDeadLetter } from './dead-letter-queue.ts';
export { handle, type Handler, type HandlerContext } from './handler.ts';
export { MemoryInbox, type Inbox } from './inbox.ts';
export { PostgresInbox, type SqlClient, type SqlPool } from './postgres-inbox.ts';
export {
  subscriberDefinitions,
  type SubscriberDefinitions,
  type SubscriberUser,
} from '../rabbitmq/subscriber-definitions.ts';
export { RETRY_DELAYS_MS, UnprocessableEventError } from '../transport.ts';
