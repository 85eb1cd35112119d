import { FileTransport, FileTransportConfig, HttpFiles } from '@parley/files';
import { runService } from '@parley/runtime/service';
import { service } from './index.ts';

await runService(service, {
  configs: [FileTransportConfig],
  providers: (env, logger) => [
    { provide: FileTransport, useValue: new HttpFiles(new FileTransportConfig(env), logger) },
  ],
});
