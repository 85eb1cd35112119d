import { RedisConfig, RedisState, REQUEST_COUNTS, requireRedisAccess } from '@parley/authentication';
import {
  FileLinksConfig,
  HttpUploads,
  UploadLimitsConfig,
  UploadTransport,
  UploadTransportConfig,
} from '@parley/files';
import { runService } from '@parley/runtime/service';
import { DownloadConfig } from './downloads/download.config.ts';
import { FileConfig } from './file.config.ts';
import { FileModule } from './file.module.ts';

await runService({
  name: 'file',
  module: FileModule,
  configs: [
    FileConfig,
    FileLinksConfig,
    UploadLimitsConfig,
    UploadTransportConfig,
    DownloadConfig,
    RedisConfig,
  ],
  requireAccess: (env) => requireRedisAccess(new RedisConfig(env)),
  providers: (env, logger) => [
    { provide: UploadTransport, useValue: new HttpUploads(new UploadTransportConfig(env), logger) },
    { provide: REQUEST_COUNTS, useValue: new RedisState({ redis: new RedisConfig(env), log: logger }) },
  ],
});
