import { Module } from '@nestjs/common';
import { AddressLimiter, REQUEST_COUNTS, type RequestCounts } from '@parley/authentication';
import { EventsModule } from '@parley/events';
import { FileLinks, FileLinksConfig, UploadLimitsConfig } from '@parley/files';
import { ENV, type Env } from '@parley/runtime/config';
import { LOGGER } from '@parley/runtime/logging';
import { PersistenceModule, ServiceErasure } from '@parley/persistence';
import { RpcModule } from '@parley/rpc';
import { DownloadConfig } from './downloads/download.config.ts';
import { DownloadServer } from './downloads/download-server.ts';
import { Downloads } from './downloads/downloads.ts';
import { FileConfig } from './file.config.ts';
import { fileDatabase } from './file.database.ts';
import { FileErasure } from './files/file-erasure.ts';
import { FileListener } from './files/file-listener.ts';
import { FileReader } from './files/file-reader.ts';
import { Files } from './files/files.handlers.ts';
import { FileSubscribers } from './files/files.subscribers.ts';
import { MessageFiles } from './files/message-files.ts';
import { createScanner } from './scanning/create-scanner.ts';
import { Scanner } from './scanning/scanner.ts';
import { ObjectStorage } from './storage/object-storage.ts';
import { openStorage } from './storage/open-storage.ts';
import { RemovedObjects } from './storage/removed-objects.ts';
import { StorageQuota } from './uploads/storage-quota.ts';
import { Sweep } from './uploads/sweep.ts';
import { UploadReceiver } from './uploads/upload-receiver.ts';
import { UploadRows } from './uploads/upload-rows.ts';

@Module({
  imports: [
    PersistenceModule.forService(fileDatabase),
    EventsModule.forService('file'),
    RpcModule.forService('file'),
  ],
  providers: [
    Files,
    MessageFiles,
    FileSubscribers,
    { provide: ServiceErasure, useClass: FileErasure },
    RemovedObjects,
    Sweep,
    StorageQuota,
    UploadRows,
    UploadReceiver,
    FileReader,
    FileListener,
    Downloads,
    DownloadServer,
    { provide: DownloadConfig, inject: [ENV], useFactory: (env: Env) => new DownloadConfig(env) },
    {
      provide: AddressLimiter,
      inject: [REQUEST_COUNTS, DownloadConfig],
      useFactory: (counts: RequestCounts, config: DownloadConfig) =>
        new AddressLimiter(counts, 'files', config.PUBLIC_REQUESTS_PER_MINUTE),
    },
    { provide: UploadLimitsConfig, inject: [ENV], useFactory: (env: Env) => new UploadLimitsConfig(env) },
    { provide: FileConfig, inject: [ENV], useFactory: (env: Env) => new FileConfig(env) },
    FileLinks,
    { provide: FileLinksConfig, inject: [ENV], useFactory: (env: Env) => new FileLinksConfig(env) },
    {
      provide: ObjectStorage,
      inject: [FileConfig, LOGGER],
      useFactory: (...parts: Parameters<typeof openStorage>) => openStorage(...parts),
    },
    {
      provide: Scanner,
      inject: [FileConfig, LOGGER],
      useFactory: (...parts: Parameters<typeof createScanner>) => createScanner(...parts),
    },
  ],
})
export class FileModule {}
