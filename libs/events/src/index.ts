export { RETRY_DELAYS_MS } from './consumer.ts';
export { Envelope } from './envelope.ts';
export { eventsMigrations } from './migrations.ts';
export * from './events.module.ts';
export * from './in-process.ts';
export { On, OnBatch, type BatchItem } from './on.ts';
export * from './rabbitmq/index.ts';
export { declaredSubscribers, type DeclaredSubscriber } from './subscribers.ts';
export * from './transport.ts';
