/** The entry for services of others, without NestJS and TypeORM. docs/bus.md and examples/bus-subscriber-node show it. */
export { BusConsumer, type BusConsumerOptions } from './bus-consumer.ts';
export { DeadLetterQueue, type WaitingDeadLetter } from './dead-letter-queue.ts';
export { handle, type Handler, type HandlerContext } from './handler.ts';
export { MemoryInbox, type Inbox } from './inbox.ts';
export { PostgresInbox, type SqlClient, type SqlPool } from './postgres-inbox.ts';
export * from '../rabbitmq/subscriber-definitions.ts';
export { RETRY_DELAYS_MS, UnprocessableEventError } from '../transport.ts';
