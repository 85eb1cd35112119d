import { RedisConfig, RedisState, REQUEST_COUNTS, requireRedisAccess } from '@parley/authentication';
import { HttpFiles, FileTransport, FileTransportConfig } from '@parley/files';
import { KernelConfig } from '@parley/runtime/process';
import { runService } from '@parley/runtime/service';
import { service } from './index.ts';

await runService(service, {
  configs: [FileTransportConfig, RedisConfig],
  requireAccess: (env) => requireRedisAccess(new RedisConfig(env)),
  providers: (env, logger) => [
    { provide: FileTransport, useValue: new HttpFiles(new FileTransportConfig(env), logger) },
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
