import { RedisConfig, RedisState, REQUEST_COUNTS, requireRedisAccess } from '@parley/authentication';
import { HttpUploads, UploadTransport, UploadTransportConfig } from '@parley/files';
import { KernelConfig } from '@parley/runtime/process';
import { runService } from '@parley/runtime/service';
import { service } from './index.ts';

await runService(service, {
  configs: [UploadTransportConfig, RedisConfig],
  requireAccess: (env) => requireRedisAccess(new RedisConfig(env)),
  providers: (env, logger) => [
    { provide: UploadTransport, useValue: new HttpUploads(new UploadTransportConfig(env), logger) },
    {
      provide: REQUEST_COUNTS,
      useValue: new RedisState({
        redis: new RedisConfig(env),
        keys: new KernelConfig(env).ENCRYPTION_KEYS,
        log: logger,
      }),
    },
  ],
});
