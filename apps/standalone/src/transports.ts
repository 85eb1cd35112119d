import {
  MemoryAuthenticator,
  RedisAuthenticator,
  RedisTokenStore,
  RedisConfig,
  type Authenticator,
  type AuthenticatorOptions,
  type TokenStoreFactory,
} from '@parley/admission';
import type { ServiceName } from '@parley/contracts';
import { InProcessEvents, RabbitConfig, RabbitEvents, type EventTransport } from '@parley/events';
import type { Env, Logger } from '@parley/kernel';

/** A part with what ends it. */
interface Part {
  close(): Promise<void>;
}

/** What carries events: RabbitMQ where AMQP_URL names one, else the outbox itself. */
export function eventsFor(
  env: Env,
  services: readonly ServiceName[],
  logger: Logger,
): Part & { transport: EventTransport } {
  if (env['AMQP_URL'] === undefined)
    return { transport: new InProcessEvents(services), close: () => Promise.resolve() };
  const transport = new RabbitEvents(new RabbitConfig(env), { services, logger });
  return { transport, close: () => transport.close() };
}

/** What admits requests: over Redis where REDIS_URL names one, else in memory. */
export function admissionFor(
  env: Env,
  options: AuthenticatorOptions,
  logger: Logger,
): Part & { admission: Authenticator; tokenStoreFactory: TokenStoreFactory } {
  if (env['REDIS_URL'] === undefined) {
    const admission = new MemoryAuthenticator(options);
    return { admission, tokenStoreFactory: () => admission, close: () => admission.close() };
  }
  const redis = new RedisConfig(env);
  const admission = new RedisAuthenticator({ ...options, redis, log: logger });
  let records: RedisTokenStore | undefined;
  return {
    admission,
    tokenStoreFactory: (source) => (records = new RedisTokenStore({ redis, source, log: logger })),
    close: async () => {
      await admission.close();
      await records?.close();
    },
  };
}
