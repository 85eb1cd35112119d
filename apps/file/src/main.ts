import { FileLinksConfig, InProcessUploads, UploadTransport } from '@parley/files';
import { runService } from '@parley/service';
import { FileConfig } from './file.config.ts';
import { FileModule } from './file.module.ts';

await runService({
  name: 'file',
  module: FileModule,
  configs: [FileConfig, FileLinksConfig],
  providers: () => [{ provide: UploadTransport, useValue: new InProcessUploads() }],
});
