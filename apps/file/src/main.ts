import { FileLinksConfig, HttpUploads, UploadTransport, UploadTransportConfig } from '@parley/files';
import { runService } from '@parley/service';
import { FileConfig } from './file.config.ts';
import { FileModule } from './file.module.ts';

await runService({
  name: 'file',
  module: FileModule,
  configs: [FileConfig, FileLinksConfig, UploadTransportConfig],
  providers: (env, logger) => [
    { provide: UploadTransport, useValue: new HttpUploads(new UploadTransportConfig(env), logger) },
  ],
});
