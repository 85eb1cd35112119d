import {
  Authenticator,
  MemoryState,
  RedisConfig,
  RedisState,
  RedisTokenStore,
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

/** Authentication state: in Redis if REDIS_URL is set, else in memory. */
export function authenticatorFor(
  env: Env,
  options: AuthenticatorOptions,
  log: Logger,
): Part & { authenticator: Authenticator; tokenStoreFactory: TokenStoreFactory } {
  if (env['REDIS_URL'] === undefined) {
    const state = new MemoryState(options);
    const authenticator = new Authenticator(state, options);
    return { authenticator, tokenStoreFactory: () => state, close: () => authenticator.close() };
  }
  const redis = new RedisConfig(env);
  const authenticator = new Authenticator(new RedisState({ ...options, redis, log }), options);
  let tokenStore: RedisTokenStore | undefined;
  return {
    authenticator,
    tokenStoreFactory: (source) => (tokenStore = new RedisTokenStore({ redis, source, log })),
    close: async () => {
      await authenticator.close();
      await tokenStore?.close();
    },
  };
}
