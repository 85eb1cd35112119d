import {
  TOKEN_STORE_FACTORY,
  RedisConfig,
  RedisState,
  RedisTokenStore,
  REQUEST_COUNTS,
  requireRedisAccess,
  type TokenSource,
} from '@parley/authentication';
import { runService } from '@parley/runtime/service';
import { service } from './index.ts';

await runService(service, {
  configs: [RedisConfig],
  requireAccess: (env) => requireRedisAccess(new RedisConfig(env)),
  providers: (env, log) => [
    { provide: REQUEST_COUNTS, useValue: new RedisState({ redis: new RedisConfig(env), log }) },
    {
      provide: TOKEN_STORE_FACTORY,
      useValue: (source: TokenSource) => new RedisTokenStore({ redis: new RedisConfig(env), source, log }),
    },
  ],
});
