export { Envelope } from './envelope.ts';
export { EventsConfig } from './events.config.ts';
export * from './events.module.ts';
export * from './in-process.ts';
export { byTenant, Observe, On, OnBatch, type BatchItem } from './on.ts';
export * from './rabbitmq/index.ts';
export { redactDeadLetters, redactPublished } from './redact-events.ts';
export { declaredSubscribers } from './subscribers.ts';
export * from './transport.ts';
