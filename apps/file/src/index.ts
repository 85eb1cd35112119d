import { FileLinksConfig, UploadLimitsConfig } from '@parley/files';
import type { ServiceDefinition } from '@parley/runtime/service';
import { DownloadConfig } from './downloads/download.config.ts';
import { FileConfig } from './file.config.ts';
import { fileDatabase } from './file.database.ts';
import { FileModule } from './file.module.ts';

export { checkStorage } from './storage/open-storage.ts';
export { DownloadConfig, FileConfig };
export const service: ServiceDefinition = {
  database: fileDatabase,
  module: FileModule,
  configs: [FileConfig, FileLinksConfig, UploadLimitsConfig, DownloadConfig],
};
