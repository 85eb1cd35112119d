/**
 * What the services of the platform, whose consumers and publishers run on the same code, use besides. No part of the interface
 * of this package: it may change in any version.
 */
export { openChannel, withBroker } from './amqp/broker-connection.ts';
export { ConfirmedSender } from './amqp/confirmed-sender.ts';
export { ATTEMPT_HEADER, attemptOf, bodyText, causeOf, type Outgoing } from './amqp/message.ts';
export { ReconnectingConnection, type ConnectionSettings } from './amqp/reconnecting-connection.ts';
export { type Session } from './amqp/session.ts';
export {
  Subscription,
  type ConsumeResult,
  type Decoded,
  type Source,
  type SubscriptionSettings,
} from './amqp/subscription.ts';
export {
  declareMissing,
  missingOf,
  queuesToDeclare,
  quorum,
  retriesOf,
  type Queue,
  type SubscriberQueues,
} from './amqp/topology.ts';
