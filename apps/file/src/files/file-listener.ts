import { Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { FileTransport } from '@parley/files';
import { UploadReceiver } from '../uploads/upload-receiver.ts';
import { FileReader } from './file-reader.ts';

/** Serves other processes: receives uploads, and sends the bytes of files. */
@Injectable()
export class FileListener implements OnApplicationBootstrap, BeforeApplicationShutdown {
  #stop: () => Promise<void> = () => Promise.resolve();

  constructor(
    private readonly receiver: UploadReceiver,
    private readonly reader: FileReader,
    private readonly transport: FileTransport,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    this.#stop = await this.transport.serve({
      receive: (...upload) => this.receiver.receive(...upload),
      open: (...file) => this.reader.open(...file),
    });
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.#stop();
  }
}
