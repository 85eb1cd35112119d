export { DownloadConfig } from './downloads/download.config.ts';
export { FileConfig } from './file.config.ts';
export { fileDatabase } from './file.database.ts';
export { FileModule } from './file.module.ts';
export { checkStorage } from './storage/open-storage.ts';
