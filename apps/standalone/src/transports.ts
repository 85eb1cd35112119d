import {
  Authenticator,
  MemoryState,
  RedisConfig,
  RedisState,
  RedisTokenStore,
  type AuthenticatorOptions,
  type TokenStoreFactory,
} from '@parley/admission';
import type { Env, Logger } from '@parley/kernel';

/** Authentication state: in Redis if REDIS_URL is set, else in memory. */
export function authenticatorFor(
  env: Env,
  options: AuthenticatorOptions,
  log: Logger,
): { authenticator: Authenticator; tokenStoreFactory: TokenStoreFactory; close: () => Promise<void> } {
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
