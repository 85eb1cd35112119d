import {
  TOKEN_STORE_FACTORY,
  RedisConfig,
  RedisState,
  RedisTokenStore,
  REQUEST_COUNTS,
  requireRedisAccess,
  type TokenSource,
} from '@parley/authentication';
import { KernelConfig } from '@parley/runtime/process';
import { runService } from '@parley/runtime/service';
import { service } from './index.ts';

await runService(service, {
  configs: [RedisConfig],
  requireAccess: (env) => requireRedisAccess(new RedisConfig(env)),
  providers: (env, log) => {
    const options = { redis: new RedisConfig(env), keys: new KernelConfig(env).ENCRYPTION_KEYS, log };
    return [
      { provide: REQUEST_COUNTS, useValue: new RedisState(options) },
      {
        provide: TOKEN_STORE_FACTORY,
        useValue: (source: TokenSource) => new RedisTokenStore({ ...options, source }),
      },
    ];
  },
});
